import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutToCents, roundedUpToAddUp, roundToCents } from '../../src/lib/shown-amount.ts';

const CENT = 10n ** 16n;
const amounts = fc.array(fc.bigInt(-(10n ** 24n), 10n ** 24n), { minLength: 1, maxLength: 12 });

it('parts are shown so that they add up to their sum as it is shown, none of them a hundredth off', () => {
  fc.assert(
    fc.property(amounts, (parts) => {
      const shown = cutToCents(parts.reduce((sum, part) => sum + part, 0n));
      const areUp = roundedUpToAddUp(parts, shown);
      const rounded = parts.map((part, index) => roundToCents(part, areUp[index] ?? false));
      expect(rounded.reduce((sum, part) => sum + part, 0n)).toBe(shown);
      for (const [index, part] of parts.entries()) {
        const off = (rounded[index] ?? 0n) - part;
        expect(off < CENT && off > -CENT).toBe(true);
        expect((rounded[index] ?? 0n) % CENT).toBe(0n);
      }
    }),
  );
});

it('parts of something else are cut', () => {
  const parts = [19n * 10n ** 15n, -19n * 10n ** 15n];
  const areUp = roundedUpToAddUp(parts, 5n * CENT);
  expect(parts.map((part, index) => roundToCents(part, areUp[index] ?? false))).toEqual([CENT, -CENT]);
});

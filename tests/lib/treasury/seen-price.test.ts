import { expect, it } from 'vitest';
import { agreeToPrice, needsConsent, seePrice } from '../../../src/lib/treasury/quote-purchase.ts';

const AT = '2026-11-21T15:30:00.000Z';

it('reports the last price change with both prices, and nothing while it stays the same', () => {
  const first = seePrice(null, 1_000_000n, AT);
  expect(first.move).toBeNull();
  expect(seePrice(first, 1_000_000n, AT)).toBe(first);
  const moved = seePrice(seePrice(first, 1_001_000n, null), 999_000n, AT);
  expect(moved.move).toEqual({ from18: 1_001_000n, to18: 999_000n, at: AT });
});

it('asks for consent once the price exceeds a purchase’s tolerance, however slowly it rose', () => {
  const begun = seePrice(null, 1_000_000n, AT);
  const within = seePrice(seePrice(begun, 1_003_000n, AT), 1_005_000n, AT);
  expect(needsConsent(within)).toBe(false);
  const beyond = seePrice(within, 1_005_001n, AT);
  expect(needsConsent(beyond)).toBe(true);
  const agreed = agreeToPrice(beyond);
  expect(agreed).toEqual({ price18: 1_005_001n, agreed18: 1_005_001n, move: null });
  expect(needsConsent(agreed)).toBe(false);
});

it('needs no consent to a falling price', () => {
  expect(needsConsent(seePrice(seePrice(null, 1_000_000n, AT), 1n, AT))).toBe(false);
});

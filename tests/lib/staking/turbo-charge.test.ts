import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromDecimalString, formatAmount } from '../../../src/lib/amount.ts';
import { turboGain, turboPrice, turboRoom, turboWorth, WORTH_DIGITS } from '../../../src/lib/staking/quote-turbo.ts';
import type { TurboTerms } from '../../../src/lib/staking/choose-tier.ts';
import { greatestRoi, type StakingFacts } from '../../../src/lib/staking-accrual.ts';

const ONE = 10n ** 18n;
const DAY_MS = 86_400_000n;
const START_MS = BigInt(Date.UTC(2026, 10, 21, 9, 0, 0, 123));
const terms: TurboTerms = {
  walletType: 'JU',
  pricePerUnit: fromDecimalString('0.05'),
  perJuf: fromDecimalString('100'),
  boostPerUnit: 100,
  durationDays: 30,
};
const facts: StakingFacts = { amountBaseUnits: 1_000n * ONE, rate: 990n, days: 90n, startedAtMs: START_MS, charges: [] };

describe('the price of turbo', () => {
  it.each([
    { amount: 100n * ONE, units: 1, paid: ONE / 20n },
    { amount: 100n * ONE + 1n, units: 1, paid: ONE / 10n },
    { amount: 10_000n * ONE, units: 4, paid: 20n * ONE },
    { amount: 199n * ONE, units: 2, paid: ONE / 5n },
  ])('is per 100 JUF, rounded up: $units units of $amount', ({ amount, units, paid }) => {
    expect(turboPrice(terms, amount, units)).toBe(paid);
  });
});

describe('the gain from turbo', () => {
  it('equals the reserved amount, whenever it is bought and whatever was bought before', () => {
    const charge = fc.record({ boost: fc.bigInt(1n, 1_000n), startMs: fc.bigInt(0n, 60n * DAY_MS) });
    fc.assert(
      fc.property(
        fc.bigInt(100n * ONE, 10n ** 26n),
        fc.array(charge, { maxLength: 4 }),
        fc.integer({ min: 1, max: 10 }),
        fc.bigInt(0n, 60n * DAY_MS),
        (amountBaseUnits, earlier, units, afterMs) => {
          const startedAtMs = START_MS + afterMs;
          const before = {
            ...facts,
            amountBaseUnits,
            charges: earlier.map(({ boost, startMs }) => ({
              boost,
              startedAtMs: START_MS + startMs,
              endsAtMs: START_MS + startMs + 30n * DAY_MS,
            })),
          };
          const bought = { boost: BigInt(units * 100), startedAtMs, endsAtMs: startedAtMs + 30n * DAY_MS };
          const after = { ...before, charges: [...before.charges, bought] };
          expect(turboGain(terms, before, units)).toBe(greatestRoi(after) - greatestRoi(before));
        },
      ),
    );
  });
});

describe('room for turbo', () => {
  const maturesAtMs = START_MS + 90n * DAY_MS;
  it.each([
    { name: 'all of the tier’s units', activeUnits: 0, atMs: START_MS, room: { kind: 'OPEN', mostUnits: 4 } },
    { name: 'what is left of them', activeUnits: 3, atMs: START_MS, room: { kind: 'OPEN', mostUnits: 1 } },
    { name: 'none when all run', activeUnits: 4, atMs: START_MS, room: { kind: 'FULL', most: 4 } },
    { name: 'none when more run than the tier has now', activeUnits: 5, atMs: START_MS, room: { kind: 'FULL', most: 4 } },
    { name: 'exactly 30 days before maturity', activeUnits: 0, atMs: START_MS + 60n * DAY_MS, room: { kind: 'OPEN', mostUnits: 4 } },
    { name: 'none a moment later', activeUnits: 0, atMs: START_MS + 60n * DAY_MS + 1n, room: { kind: 'LATE' } },
  ])('$name', ({ activeUnits, atMs, room }) => {
    expect(turboRoom(terms, { maturesAtMs, activeUnits, mostUnits: 4 }, atMs)).toEqual(room);
  });
});

it('turbo’s cost and gain are netted in one unit, never in its favour, and the three figures shown add up', () => {
  // 200.64 JU at 0.0847 buy 36.16 JUF at 0.4248.
  const worth = turboWorth(20_064n * 10n ** 16n, 3_616n * 10n ** 16n, { juf18: 4_248n * 10n ** 14n, ju18: 847n * 10n ** 14n });
  const shown = (value: bigint): string => formatAmount(value < 0n ? -value : value, { locale: 'en-US', fractionDigits: WORTH_DIGITS });
  expect([shown(worth.gainUsdt), shown(worth.costUsdt), shown(worth.netUsdt)]).toEqual(['15.3607', '16.9943', '1.6336']);
  expect(worth.netUsdt).toBeLessThan(0n);
  // Worth the same to the last unit, it isn't shown as a gain.
  expect(turboWorth(1n, 1n, { juf18: 10n ** 18n, ju18: 10n ** 18n }).netUsdt).toBeLessThan(0n);
});

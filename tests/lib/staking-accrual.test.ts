import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accruedRoi, effectiveRate, greatestRoi, maturesAtMs, stakedRate, type StakingFacts } from '../../src/lib/staking-accrual.ts';

const ONE = 10n ** 18n;
const DAY_MS = 86_400_000n;
const START_MS = BigInt(Date.UTC(2026, 10, 21, 9, 0, 0, 123));

function plain(changes: Partial<StakingFacts> = {}): StakingFacts {
  return { amountBaseUnits: 100n * ONE, rate: 600n, days: 30n, startedAtMs: START_MS, charges: [], ...changes };
}

describe('a stake’s return', () => {
  it.each([
    { of: '100 JUF at 6 % for 30 days', facts: plain(), expected: 493_150_684_931_506_849n },
    {
      of: '1,000 JUF at 18 % × 1.1 for 360 days',
      facts: plain({ amountBaseUnits: 1_000n * ONE, rate: 1_980n, days: 360n }),
      expected: 195_287_671_232_876_712_328n,
    },
    { of: 'one base unit at 6 % for 30 days', facts: plain({ amountBaseUnits: 1n }), expected: 0n },
    { of: 'a whole year at 10 %', facts: plain({ rate: 1_000n, days: 365n }), expected: 10n * ONE },
    { of: 'a stake without a rate', facts: plain({ rate: 0n }), expected: 0n },
  ])('is exact and rounded down once: $of', ({ facts, expected }) => {
    expect(greatestRoi(facts)).toBe(expected);
  });

  it('counts whole seconds since the stake’s start', () => {
    const perSecond = (100n * ONE * 600n) / (10_000n * 365n * 86_400n);
    expect(accruedRoi(plain(), START_MS - 1n)).toBe(0n);
    expect(accruedRoi(plain(), START_MS)).toBe(0n);
    expect(accruedRoi(plain(), START_MS + 999n)).toBe(0n);
    expect(accruedRoi(plain(), START_MS + 1_000n)).toBe(perSecond);
    expect(accruedRoi(plain(), START_MS + 1_999n)).toBe(perSecond);
  });

  it('counts a charge from its own start to its own end', () => {
    const charge = { boost: 200n, startedAtMs: START_MS + DAY_MS, endsAtMs: START_MS + 31n * DAY_MS };
    const [without, charged] = [plain({ days: 90n }), plain({ days: 90n, charges: [charge] })];
    const extraAt = (days: bigint): bigint => accruedRoi(charged, START_MS + days * DAY_MS) - accruedRoi(without, START_MS + days * DAY_MS);
    expect(extraAt(1n)).toBe(0n);
    // The whole return is rounded down, so a difference of two may exceed the part's own floor by one.
    const own = (100n * ONE * 200n * 30n) / (10_000n * 365n);
    for (const days of [31n, 60n, 90n]) expect([own, own + 1n]).toContain(extraAt(days));
  });

  it('grows at the displayed rate', () => {
    const charge = { boost: 300n, startedAtMs: START_MS + 5_000n, endsAtMs: START_MS + 8_000n };
    const facts = plain({ charges: [charge] });
    expect([4_999n, 5_000n, 7_999n, 8_000n].map((after) => effectiveRate(facts, START_MS + after))).toEqual([600n, 900n, 900n, 600n]);
  });
});

it('a stake’s rate is in whole basis points, rounded down', () => {
  expect(stakedRate(900n, 12_500n)).toBe(1_125n);
  expect(stakedRate(601n, 11_000n)).toBe(661n);
  expect(stakedRate(1n, 9_999n)).toBe(0n);
});

/** Stakes of one or two days, with charges that start on a whole second of the stake. */
const stake: fc.Arbitrary<StakingFacts> = fc
  .record({
    amountBaseUnits: fc.oneof(fc.bigInt(1n, 1_000n), fc.bigInt(1n, 10n ** 30n)),
    rate: fc.bigInt(0n, 10_000n),
    days: fc.bigInt(1n, 2n),
    charges: fc.array(fc.record({ boost: fc.bigInt(1n, 1_000n), begins: fc.bigInt(0n, 86_399n), lasts: fc.bigInt(1n, 86_400n) }), {
      maxLength: 4,
    }),
  })
  .map(({ charges, ...facts }) => ({
    ...facts,
    startedAtMs: START_MS,
    charges: charges.map(({ boost, begins, lasts }) => {
      const seconds = facts.days * 86_400n;
      const ends = begins + lasts < seconds ? begins + lasts : seconds;
      return { boost, startedAtMs: START_MS + begins * 1_000n, endsAtMs: START_MS + ends * 1_000n };
    }),
  }));
const afterMs = fc.bigInt(-2_000n, 3n * DAY_MS);

describe('for any stake and charges', () => {
  it('the return is the sum of the displayed rate over all seconds', () => {
    fc.assert(
      fc.property(stake, afterMs, (facts, after) => {
        const atMs = START_MS + after;
        let rateSeconds = 0n;
        for (let second = START_MS; second + 1_000n <= atMs && second < maturesAtMs(facts); second += 1_000n)
          rateSeconds += effectiveRate(facts, second);
        expect(accruedRoi(facts, atMs)).toBe((facts.amountBaseUnits * rateSeconds) / (10_000n * 365n * 86_400n));
      }),
      { numRuns: 25 },
    );
  });

  it('it never decreases and never exceeds what was reserved, which it reaches', () => {
    fc.assert(
      fc.property(stake, afterMs, afterMs, (facts, one, other) => {
        const [earlier, later] = one < other ? [one, other] : [other, one];
        const [before, after] = [accruedRoi(facts, START_MS + earlier), accruedRoi(facts, START_MS + later)];
        expect(before).toBeGreaterThanOrEqual(0n);
        expect(after).toBeGreaterThanOrEqual(before);
        expect(after).toBeLessThanOrEqual(greatestRoi(facts));
        expect(accruedRoi(facts, maturesAtMs(facts) + DAY_MS)).toBe(greatestRoi(facts));
      }),
    );
  });

  it('claims at any times, each with what was known then, add up to the return', () => {
    fc.assert(
      fc.property(stake, fc.array(afterMs, { maxLength: 40 }), (facts, times) => {
        let claimed = 0n;
        for (const after of [...times, 3n * DAY_MS].toSorted((a, b) => (a < b ? -1 : 1))) {
          const atMs = START_MS + after;
          const known = { ...facts, charges: facts.charges.filter(({ startedAtMs }) => startedAtMs <= atMs) };
          const due = accruedRoi(known, atMs) - claimed;
          expect(due).toBeGreaterThanOrEqual(0n);
          claimed += due;
        }
        expect(claimed).toBe(greatestRoi(facts));
      }),
    );
  });

  it('a charge doesn’t change what was earned before it', () => {
    fc.assert(
      fc.property(stake, fc.bigInt(1n, 1_000n), fc.bigInt(0n, 86_399n), (facts, boost, begins) => {
        const charge = { boost, startedAtMs: START_MS + begins * 1_000n, endsAtMs: maturesAtMs(facts) };
        const charged = { ...facts, charges: [...facts.charges, charge] };
        expect(accruedRoi(charged, charge.startedAtMs)).toBe(accruedRoi(facts, charge.startedAtMs));
        expect(greatestRoi(charged)).toBeGreaterThanOrEqual(greatestRoi(facts));
      }),
    );
  });
});

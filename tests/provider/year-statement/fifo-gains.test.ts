import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type FifoEvent, fifoGains } from '../../../provider/modules/year-statement/read-year-statement.ts';

const day = (index: number): Date => new Date(Date.UTC(2025, 0, 1 + index));
const value = fc.option(fc.bigInt({ min: 0n, max: 10n ** 12n }), { nil: null, freq: 6 });
const amount = fc.bigInt({ min: 1n, max: 10n ** 24n });

const events: fc.Arbitrary<FifoEvent<number>[]> = fc
  .array(fc.record({ type: fc.constantFrom('ACQUIRED' as const, 'MOVED_OUT' as const, 'DISPOSED' as const), amount, value }), {
    maxLength: 40,
  })
  .map((acts) =>
    acts.map(({ type, amount: moved, value: usd }, index): FifoEvent<number> => {
      if (type === 'ACQUIRED') return { type, at: day(index), amount: moved, cost: usd };
      return type === 'MOVED_OUT' ? { type, amount: moved } : { type, amount: moved, proceeds: usd, of: index };
    }),
  );

const sum = (values: readonly bigint[]): bigint => values.reduce((total, each) => total + each, 0n);

it('takes the oldest lot first, a part of it at its share of the cost', () => {
  const { parts, lots } = fifoGains<string>([
    { type: 'ACQUIRED', at: day(0), amount: 10n, cost: 100n },
    { type: 'ACQUIRED', at: day(1), amount: 10n, cost: 300n },
    { type: 'DISPOSED', amount: 15n, proceeds: 600n, of: 'sale' },
  ]);
  expect(parts).toEqual([
    { of: 'sale', amount: 10n, acquiredAt: day(0), proceeds: 400n, cost: 100n, gain: 300n },
    { of: 'sale', amount: 5n, acquiredAt: day(1), proceeds: 200n, cost: 150n, gain: 50n },
  ]);
  expect(lots).toEqual([{ acquiredAt: day(1), left: 5n, cost: 150n }]);
});

it('counts no gain for what moves to the member’s own address, which takes its lots along', () => {
  const { parts, lots } = fifoGains<string>([
    { type: 'ACQUIRED', at: day(0), amount: 10n, cost: 100n },
    { type: 'ACQUIRED', at: day(1), amount: 10n, cost: 300n },
    { type: 'MOVED_OUT', amount: 10n },
    { type: 'DISPOSED', amount: 10n, proceeds: 250n, of: 'sale' },
  ]);
  expect(parts.map(({ gain }) => gain)).toEqual([-50n]);
  expect(lots).toEqual([]);
});

it('invents no gain where a value is unknown', () => {
  const { parts } = fifoGains<string>([
    { type: 'ACQUIRED', at: day(0), amount: 10n, cost: null },
    { type: 'ACQUIRED', at: day(1), amount: 10n, cost: 300n },
    { type: 'DISPOSED', amount: 10n, proceeds: 250n, of: 'cost unknown' },
    { type: 'DISPOSED', amount: 5n, proceeds: null, of: 'proceeds unknown' },
    { type: 'DISPOSED', amount: 6n, proceeds: 60n, of: 'more than there was' },
  ]);
  expect(parts.map(({ of, gain, acquiredAt }) => [of, gain, acquiredAt])).toEqual([
    ['cost unknown', null, day(0)],
    ['proceeds unknown', null, day(1)],
    ['more than there was', -100n, day(1)],
    ['more than there was', null, null],
  ]);
});

it('disposes of exactly what left, leaves no lot negative, and loses no unit of amount, cost or proceeds', () => {
  fc.assert(
    fc.property(events, (happened) => {
      const { parts, lots } = fifoGains(happened);
      for (const event of happened) {
        if (event.type !== 'DISPOSED') continue;
        const own = parts.filter(({ of }) => of === event.of);
        expect(sum(own.map((part) => part.amount))).toBe(event.amount);
        if (event.proceeds !== null) expect(sum(own.map(({ proceeds }) => proceeds ?? -1n))).toBe(event.proceeds);
        else expect(own.every(({ proceeds, gain }) => proceeds === null && gain === null)).toBe(true);
      }
      expect(lots.every(({ left, cost }) => left > 0n && (cost === null || cost >= 0n))).toBe(true);
      expect(parts.every((part) => part.amount > 0n)).toBe(true);
      for (const { proceeds, cost, gain } of parts) {
        expect(gain).toBe(proceeds === null || cost === null ? null : proceeds - cost);
      }
    }),
    { numRuns: 300 },
  );
});

it('finds gains that add up to what came in less what was paid for it, once everything is sold', () => {
  const acquired = fc.array(fc.record({ amount, cost: fc.bigInt({ min: 0n, max: 10n ** 12n }) }), { minLength: 1, maxLength: 20 });
  const cuts = fc.array(fc.record({ share: fc.bigInt({ min: 0n, max: 1_000n }), proceeds: fc.bigInt({ min: 0n, max: 10n ** 12n }) }), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(acquired, cuts, fc.bigInt({ min: 0n, max: 10n ** 12n }), (lotsBought, sold, lastProceeds) => {
      let left = sum(lotsBought.map((lot) => lot.amount));
      const sales = sold.flatMap(({ share, proceeds }): FifoEvent<number>[] => {
        const part = (left * share) / 1_001n;
        left -= part;
        return part === 0n ? [] : [{ type: 'DISPOSED', amount: part, proceeds, of: 0 }];
      });
      const { parts, lots } = fifoGains([
        ...lotsBought.map((lot, index): FifoEvent<number> => ({ type: 'ACQUIRED', at: day(index), ...lot })),
        ...sales,
        { type: 'DISPOSED', amount: left, proceeds: lastProceeds, of: 0 },
      ]);
      const paid = sum(lotsBought.map(({ cost }) => cost));
      const earned = sum(sales.map((sale) => (sale.type === 'DISPOSED' ? (sale.proceeds ?? 0n) : 0n))) + lastProceeds;
      expect(lots).toEqual([]);
      expect(sum(parts.map(({ gain }) => gain ?? 0n))).toBe(earned - paid);
      const order = parts.map(({ acquiredAt }) => acquiredAt?.getTime() ?? Infinity);
      expect(order).toEqual(order.toSorted((a, b) => a - b));
    }),
    { numRuns: 300 },
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { applySync, averagePrice18, extrapolateCumulative, type PairState, spotPrice18 } from '../../src/lib/chain/cumulative-price.ts';

const JUF_USDT = { base: 18, quote: 6 };
const ONE = 10n ** 18n;
const MAX_RESERVE = (1n << 112n) - 1n;

/** 0.42 USDT per JUF, with JUF as token0. */
const state: PairState = {
  reserve0: 1_000n * ONE,
  reserve1: 420n * 10n ** 6n,
  changedAt: 1_000n,
  price0Cumulative: 0n,
  price1Cumulative: 0n,
};

describe('time-weighted prices', () => {
  test('a constant price is its own average, to the eighteenth digit', () => {
    const end = extrapolateCumulative(state, 2_800n);
    const price = averagePrice18({ cumulative: 0n, at: 1_000n }, { cumulative: end.price0Cumulative, at: 2_800n }, JUF_USDT);
    expect(price).toBe(42n * 10n ** 16n);
  });

  test('each price counts by its seconds', () => {
    const doubled = applySync(state, { reserve0: state.reserve0, reserve1: state.reserve1 * 2n }, 1_100n);
    const end = extrapolateCumulative(doubled, 1_400n);
    const price = averagePrice18({ cumulative: 0n, at: 1_000n }, { cumulative: end.price0Cumulative, at: 1_400n }, JUF_USDT);
    // 100 s at 0.42 and 300 s at 0.84.
    expect(price).toBe(735n * 10n ** 15n);
  });

  test('sums that wrap around yield the same averages', () => {
    fc.assert(
      fc.property(
        fc.record({ reserve0: fc.bigInt(1n, MAX_RESERVE), reserve1: fc.bigInt(1n, MAX_RESERVE) }),
        fc.bigInt(1n, 1_000_000n),
        fc.bigInt(0n, (1n << 256n) - 1n),
        (reserves, seconds, start) => {
          const from = { ...state, ...reserves, price0Cumulative: start, price1Cumulative: start };
          const fromZero = { ...from, price0Cumulative: 0n, price1Cumulative: 0n };
          const average = (one: PairState): bigint =>
            averagePrice18(
              { cumulative: one.price0Cumulative, at: one.changedAt },
              { cumulative: extrapolateCumulative(one, one.changedAt + seconds).price0Cumulative, at: one.changedAt + seconds },
              JUF_USDT,
            );
          expect(average(from)).toBe(average(fromZero));
        },
      ),
    );
  });

  test('of several changes in one second, the last one counts', () => {
    const between = applySync(state, { reserve0: 1n, reserve1: MAX_RESERVE }, 1_000n);
    expect(applySync(between, state, 1_000n)).toEqual(state);
  });

  test('an empty pool adds nothing', () => {
    const empty = { ...state, reserve0: 0n, reserve1: 0n };
    expect(extrapolateCumulative(empty, 9_999n).price0Cumulative).toBe(0n);
  });

  test('refuses a time before the current reserves', () => {
    expect(() => extrapolateCumulative(state, 999n)).toThrow(RangeError);
    expect(() => averagePrice18({ cumulative: 0n, at: 5n }, { cumulative: 0n, at: 5n }, JUF_USDT)).toThrow(RangeError);
  });

  test('the current ratio considers both tokens’ decimals', () => {
    expect(spotPrice18({ base: state.reserve0, quote: state.reserve1 }, JUF_USDT)).toBe(42n * 10n ** 16n);
    expect(spotPrice18({ base: 2n * 10n ** 6n, quote: 5n * ONE }, { base: 6, quote: 18 })).toBe(25n * 10n ** 17n);
  });
});

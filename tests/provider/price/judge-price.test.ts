import { describe, expect, test } from 'vitest';

import { applySync, type PairState } from '../../../src/lib/chain/cumulative-price.ts';
import { defaultEconomy } from '../../../provider/economy.ts';
import { salesPriceRules, settlementPriceRules } from '../../../provider/price/price-source.ts';
import { judgePrice, type PricedPair } from '../../../provider/price/read-price.ts';

const JUF = '0x0000000000000000000000000000000000000001';
const USDT = '0x0000000000000000000000000000000000000002';
const pair: PricedPair = {
  address: '0x00000000000000000000000000000000000000ff',
  base: { token: JUF, decimals: 18 },
  quote: { token: USDT, decimals: 6 },
};
const rules = salesPriceRules(defaultEconomy, 6);
const DAY = 86_400n;
const AT = 100n * DAY;

/** A pool with this much USDT and 200,000 JUF, so JUF costs 1/200,000 of it. */
function pool(usdt: bigint, at: bigint, before?: PairState): PairState {
  const reserves = { reserve0: 200_000n * 10n ** 18n, reserve1: usdt * 10n ** 6n };
  const first = { ...reserves, changedAt: at, price0Cumulative: 0n, price1Cumulative: 0n };
  return before === undefined ? first : applySync(before, reserves, at);
}

function judge(states: { long: PairState; short: PairState; now: PairState }) {
  return judgePrice(states, pair, rules, AT);
}

const old = pool(80_000n, AT - 10n * DAY);

describe('the sales price', () => {
  test('is the higher of half an hour and a day: the half hour if the price rises', () => {
    const risen = pool(84_000n, AT - 1_800n, old);
    expect(judge({ long: old, short: risen, now: risen })).toMatchObject({
      status: 'AVAILABLE',
      price18: 42n * 10n ** 16n,
      at: new Date(Number(AT) * 1000),
    });
  });

  test('and the day if it falls', () => {
    const fallen = pool(76_000n, AT - 1_800n, old);
    const reading = judge({ long: old, short: fallen, now: fallen });
    expect(reading).toMatchObject({ status: 'AVAILABLE', shortPrice18: 38n * 10n ** 16n });
    // 84,600 of the day's 86,400 seconds at 0.40, the rest at 0.38, rounded up.
    expect(reading.status === 'AVAILABLE' && reading.price18).toBe(((40n * 84_600n + 38n * 1_800n) * 10n ** 16n) / 86_400n + 1n);
  });

  test.each([
    ['stays when the windows lie 10 % apart', 87_900n, 'AVAILABLE'],
    ['is refused when they lie further apart', 88_200n, 'UNAVAILABLE'],
    ['is refused when it has fallen further', 72_000n, 'UNAVAILABLE'],
  ])('%s', (_, usdt, status) => {
    const moved = pool(usdt, AT - 1_800n, old);
    expect(judge({ long: old, short: moved, now: moved }).status).toBe(status);
  });

  test('is refused for a pool thinner than configured, with the last known price', () => {
    const thin = { ...old, reserve0: old.reserve0 / 2n, reserve1: 49_999n * 10n ** 6n };
    expect(judge({ long: thin, short: thin, now: thin })).toMatchObject({
      status: 'UNAVAILABLE',
      reason: 'TOO_THIN',
      lastKnown: { at: new Date(Number(AT) * 1000) },
    });
    const justDeep = { ...thin, reserve1: 50_000n * 10n ** 6n };
    expect(judge({ long: justDeep, short: justDeep, now: justDeep }).status).toBe('AVAILABLE');
  });

  test('is refused without a day of history', () => {
    expect(judgePrice({ now: old, short: old, long: null }, pair, rules, AT)).toMatchObject({
      status: 'UNAVAILABLE',
      reason: 'NO_HISTORY',
      lastKnown: { price18: 4n * 10n ** 17n },
    });
    expect(judgePrice({ now: null, short: null, long: null }, pair, rules, AT)).toMatchObject({ reason: 'NO_HISTORY', lastKnown: null });
  });

  test('doesn’t depend on the pair’s token order', () => {
    const turned = { ...pair, base: { token: USDT, decimals: 6 }, quote: { token: JUF, decimals: 18 } } as const;
    const inverse = judgePrice({ long: old, short: old, now: old }, turned, { ...rules, minQuoteReserve: 0n }, AT);
    expect(inverse).toMatchObject({ status: 'AVAILABLE', price18: 25n * 10n ** 17n });
  });
});

describe('the settlement price', () => {
  test('is the higher of a day and a week, however fast it moved and however thin the pool', () => {
    const crashed = pool(20_000n, AT - DAY, old);
    const reading = judgePrice(
      { long: old, short: crashed, now: crashed },
      pair,
      settlementPriceRules(defaultEconomy.insurance.settlementWindowsHours),
      AT,
    );
    expect(reading).toMatchObject({ status: 'AVAILABLE', shortPrice18: 10n ** 17n });
    expect(reading.status === 'AVAILABLE' && reading.price18).toBe(((40n * 6n + 10n) * 10n ** 16n) / 7n + 1n);
  });
});

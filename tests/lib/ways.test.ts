import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultEconomy } from '../../provider/economy.ts';
import { listTiers } from '../../provider/modules/staking/list-stakes.ts';
import { periodsOf } from '../../provider/modules/staking/purchase-stake.ts';
import { fromDecimalString } from '../../src/lib/amount.ts';
import { stakingTier } from '../../src/lib/api/contract/staking.ts';
import { timesOf, waysOf, type Closed, type WaysFacts, type WaysOffered } from '../../src/lib/ways.ts';

const ONE = 10n ** 18n;
const { minUsdt, maxUsdt } = defaultEconomy.treasury;
const offered: WaysOffered = {
  packages: defaultEconomy.treasury.packages.map(({ code, discountRate, vestingDays }) => ({
    id: code,
    name: code,
    minAmount: fromDecimalString(minUsdt),
    maxAmount: fromDecimalString(maxUsdt),
    discountRate,
    vestingDays,
  })),
  sellableJuf: fromDecimalString('1000000'),
  periods: periodsOf(defaultEconomy),
  tiers: listTiers({ economy: defaultEconomy, language: 'en' }).map((tier) => stakingTier.parse(tier)),
  rewardPoolFree: fromDecimalString('100000'),
  // At 0.42 USDT.
  exchange: { juf: fromDecimalString('500000'), usdt: fromDecimalString('210000') },
};
const facts: WaysFacts = { offered, price18: fromDecimalString('0.42'), exchangeFee: 50, usdt: 1_000n * ONE, days: 360 };

function open<Way extends object>(way: Way | Closed): Way {
  if ('closed' in way) throw new Error(`closed: ${way.closed}`);
  return way;
}

describe('1,000 USDT for 360 days at 0.42', () => {
  const ways = waysOf(facts);

  it('buy most in the package that has vested by then, and say how far JUF may fall', () => {
    const buy = open(ways.buy);
    expect(buy).toMatchObject({ pack: { name: 'RIDGE' }, price18: fromDecimalString('0.378'), gain: fromDecimalString('111.111111') });
    expect(buy.juf).toBe((1_000n * ONE * 10_000n * ONE) / (fromDecimalString('0.42') * 9_000n));
    expect(buy.vested).toBe(buy.juf);
    expect(buy.fall).toBe(1_000);
  });

  it('swapped are worth less than they are, by fee and price impact', () => {
    const swap = open(ways.swap);
    expect(swap.fee).toBe(5n * ONE);
    expect(swap.impact).toBe(48);
    expect(swap.gain).toBeLessThan(-5n * ONE);
    expect(swap.fall).toBeNull();
  });

  it('are staked for the longest period that fits, at the rate of its tier', () => {
    const [swap, stake] = [open(ways.swap), open(ways.stake)];
    expect(stake).toMatchObject({ period: { days: 360 }, rate: 1_980, staked: swap.juf, fee: swap.fee });
    expect(stake.juf - stake.staked).toBe((swap.juf * 1_980n * 360n) / (10_000n * 365n));
  });
});

it('a package that vests longer than the time says what has vested by then', () => {
  const buy = open(waysOf({ ...facts, days: 7 }).buy);
  expect(buy.pack.name).toBe('SEED');
  expect(buy.vested).toBe((buy.juf * 7n) / 30n);
});

it('a package without discount neither gains nor loses', () => {
  const { gain, fall } = open(waysOf({ ...facts, days: 30 }).buy);
  expect({ gain, fall }).toEqual({ gain: 0n, fall: null });
});

it('the times are those of packages and stakes, once each', () => {
  expect(timesOf({ ...offered, periods: [{ id: 'short', days: 7, apr: 100 }, ...offered.periods] })).toEqual([7, 30, 90, 180, 360]);
});

describe('a way is closed', () => {
  const of = (changed: Partial<WaysOffered>, rest: Partial<WaysFacts> = {}) =>
    waysOf({ ...facts, ...rest, offered: { ...offered, ...changed } });
  it.each([
    ['nothing is sold', of({ packages: [] }).buy, { closed: 'NONE' }],
    ['the cap is reached', of({ sellableJuf: fromDecimalString('100') }).buy, { closed: 'NONE' }],
    ['it’s too little for a package', of({}, { usdt: ONE }).buy, { closed: 'SMALLEST', limit: 10n * ONE }],
    ['it’s too much for any', of({}, { usdt: 200_000n * ONE }).buy, { closed: 'LARGEST', limit: 100_000n * ONE }],
    ['the exchange isn’t known', of({ exchange: null }).swap, { closed: 'NO_QUOTE' }],
    ['nor can be swapped and staked', of({ exchange: null }).stake, { closed: 'NO_QUOTE' }],
    ['its pool is empty', of({ exchange: { juf: 0n, usdt: 0n } }).swap, { closed: 'NO_QUOTE' }],
    ['it’s too little to stake', of({}, { usdt: 10n * ONE }).stake, { closed: 'SMALLEST', limit: 100n * ONE }],
    ['no stake ends in time', of({}, { days: 7 }).stake, { closed: 'SHORTEST', days: 30 }],
    ['the reward pool can’t promise it', of({ rewardPoolFree: fromDecimalString('10') }).stake, { closed: 'POOL_SHORT' }],
    ['no stakes are offered', of({ periods: [] }).stake, { closed: 'NONE' }],
  ])('where %s', (_, way, closed) => {
    expect(way).toEqual(closed);
  });
});

it('at any price and for any amount, nothing is worth more than its JUF, a loss is called one, and a fall of what is said leaves the USDT', () => {
  const some = fc.record({
    price18: fc.bigInt(10n ** 12n, 10n ** 22n),
    units: fc.bigInt(1n, 10n ** 12n),
    days: fc.integer({ min: 1, max: 1_000 }),
    exchangeFee: fc.integer({ min: 0, max: 1_000 }),
    pool: fc.tuple(fc.bigInt(1n, 10n ** 27n), fc.bigInt(1n, 10n ** 15n)),
  });
  fc.assert(
    fc.property(some, ({ price18, units, days, exchangeFee, pool: [juf, usdt] }) => {
      const exchange = { juf, usdt: usdt * 10n ** 12n };
      const spent = units * 10n ** 12n;
      const ways = waysOf({
        offered: { ...offered, exchange, rewardPoolFree: fromDecimalString('1000000000') },
        price18,
        exchangeFee,
        usdt: spent,
        days,
      });
      for (const way of [ways.buy, ways.swap, ways.stake]) {
        if ('closed' in way) continue;
        expect(way.worth * ONE).toBeLessThanOrEqual(way.juf * price18);
        expect(way.worth - spent - way.gain).toBeLessThan(10n ** 12n);
        expect(way.worth - spent - way.gain).toBeGreaterThan(-(10n ** 12n));
        if (way.fall !== null) expect(way.worth * BigInt(10_000 - way.fall)).toBeGreaterThanOrEqual((spent - 10n ** 12n) * 10_000n);
      }
      const { buy, swap, stake } = ways;
      if (!('closed' in buy)) expect(buy.vested).toBeLessThanOrEqual(buy.juf);
      if (!('closed' in stake)) {
        expect(stake.period.days).toBeLessThanOrEqual(days);
        expect(stake.staked).toBe(open(swap).juf);
      }
      if (!('closed' in swap)) expect(swap.juf).toBeLessThan(juf);
    }),
  );
});

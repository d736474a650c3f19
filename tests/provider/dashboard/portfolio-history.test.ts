import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { memberAccount, NOBODY } from '../../../provider/ledger/account.ts';
import { balancesAt } from '../../../provider/ledger/balances.ts';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { type Buyer, DAY_MS, ONE, startTreasury, type Treasury } from '../treasury/open-treasury.ts';

const HOUR_MS = 3_600_000;

async function stake({ give }: Treasury, { id, call }: Buyer, amount: string): Promise<void> {
  await give(memberAccount('AVAILABLE', id), 'JUF', amount);
  const { periodList } = await call('stakingInfo');
  await call('stakingPurchase', { body: { amount, periodId: periodList[0]?.id }, key: randomUUID() });
}

/** Prices of each day from the first to now, as the source would tell them: their time is the midnight after, the last one's is now. */
function pricesOfDays(treasury: Treasury, price18: (day: number) => bigint, days: number): void {
  const now = treasury.provider.time.now.getTime();
  const today = now - (now % DAY_MS);
  const points = Array.from({ length: days + 1 }, (_, index) => ({
    at: new Date(index === days ? now : today - (days - 1 - index) * DAY_MS),
    price18: price18(index),
  }));
  treasury.prices.history = points;
  treasury.prices.pastJu = points;
}

it('the history ends with the dashboard’s value, and each day with what it showed then, after any acts', async () => {
  const treasury = await startTreasury();
  const { provider, buyer, give, pass } = treasury;
  await give({ kind: 'REWARD_POOL_FREE', ownerId: NOBODY }, 'JUF', '10000');
  const price = treasury.prices.jufPrice?.price18 ?? 0n;
  treasury.prices.juPrice = { at: provider.time.now, price18: price };
  const claims: unknown[] = [];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('buy', 'stake', 'deposit', 'claim', 'nothing'), fc.integer({ min: 1, max: 30 })), {
        minLength: 2,
        maxLength: 8,
      }),
      async (acts) => {
        const member = await buyer('5000');
        const shown: (string | null)[] = [];
        for (const [act, hours] of acts) {
          if (act === 'buy') await member.buy({ amount: '97' });
          if (act === 'stake') await stake(treasury, member, '1000');
          if (act === 'deposit') await give(memberAccount('AVAILABLE', member.id), 'JU', '12.345678901234567891');
          if (act === 'claim') claims.push((await member.send('claimJuf', { body: {}, key: randomUUID() })).code);
          let left = hours * HOUR_MS;
          // The number of midnights in these hours: thirty hours can contain two.
          for (;;) {
            const untilMidnight = DAY_MS - (provider.time.now.getTime() % DAY_MS);
            if (left < untilMidnight) break;
            pass(untilMidnight - 1);
            shown.push((await member.call('dashboardHome')).portfolio?.totalUsd ?? null);
            pass(1);
            left -= untilMidnight;
          }
          pass(left);
        }
        pricesOfDays(treasury, () => price, shown.length);
        const { portfolioHistory } = await member.call('portfolioHistory');
        const { portfolio } = await member.call('dashboardHome');
        expect(portfolioHistory.at(-1)?.totalUsd).toBe(portfolio?.totalUsd);
        expect(portfolioHistory.slice(0, -1).map(({ totalUsd }) => totalUsd)).toEqual(shown);
      },
    ),
    {
      numRuns: 6,
      examples: [
        [
          [
            ['buy', 21],
            ['buy', 30],
          ],
        ],
        [
          [
            ['stake', 23],
            ['claim', 30],
          ],
        ],
        [
          [
            ['buy', 20],
            ['claim', 30],
          ],
        ],
      ],
    },
  );
  expect(new Set(claims)).toEqual(new Set([0, 'NOTHING_TO_CLAIM']));
});

it('says nothing of a day whose price isn’t known, unless nothing is held that has one', async () => {
  const treasury = await startTreasury();
  const { buyer, pass, give } = treasury;
  const member = await buyer('100');
  pass(DAY_MS);
  await give(memberAccount('AVAILABLE', member.id), 'JUF', '10');
  pass(2 * DAY_MS);
  pricesOfDays(treasury, () => ONE / 2n, 1);
  const { portfolioHistory } = await member.call('portfolioHistory');
  expect(portfolioHistory.map(({ totalUsd }) => totalUsd)).toEqual(['100', null, '105', expect.any(String)]);
});

it('goes back 90 days, or to the day the member joined at 120 even steps', async () => {
  const treasury = await startTreasury();
  const { buyer, pass } = treasury;
  const member = await buyer('100');
  expect((await member.call('portfolioHistory')).portfolioHistory).toHaveLength(1);
  pass(1_000 * DAY_MS);
  expect((await member.call('portfolioHistory')).portfolioHistory).toHaveLength(91);
  const { portfolioHistory } = await member.call('portfolioHistory', { query: { range: 'ALL' } });
  const begins = portfolioHistory.map(({ day }) => Date.parse(day) / DAY_MS);
  expect(begins).toHaveLength(112);
  expect(new Set(begins.slice(1).map((begin, index) => begin - (begins[index] ?? 0)))).toEqual(new Set([9]));
  expect(portfolioHistory.every(({ totalUsd }) => totalUsd === '100')).toBe(true);
});

it('finds what stood at any moment, as adding up all entries until then does', async () => {
  const treasury = await startTreasury();
  const { buyer, pass, give, database, provider } = treasury;
  const member = await buyer('0');
  const moments = [provider.time.now];
  const sums = [0n];
  for (const amount of ['1', '2.5', '0.000001', '40', '3']) {
    pass(HOUR_MS);
    await give(memberAccount('AVAILABLE', member.id), 'USDT', amount);
    await give(memberAccount('AVAILABLE', member.id), 'USDT', amount);
    moments.push(provider.time.now);
    sums.push((sums.at(-1) ?? 0n) + 2n * fromDecimalString(amount, 6));
  }
  expect((await balancesAt(database, member.id, moments)).map(({ USDT }) => USDT)).toEqual(sums);
  expect(await balancesAt(database, v7(), moments.slice(0, 1))).toEqual([{ JU: 0n, JUF: 0n, USDT: 0n }]);
});

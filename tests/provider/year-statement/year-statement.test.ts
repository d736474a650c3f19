import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { memberAccount, NOBODY, pooledAccount, type Token, type TransactionKind } from '../../../provider/ledger/account.ts';
import { postTransaction } from '../../../provider/ledger/post.ts';
import { fromTokens } from '../../../provider/token-amounts.ts';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { operate } from '../operate.ts';
import { DAY_MS, ONE, startTreasury, type Treasury } from '../treasury/open-treasury.ts';

/** Moves value into a member's wallet from outside, or out of it if the amount is negative, as a transaction of this kind. */
async function move({ provider }: Treasury, memberId: string, kind: TransactionKind, token: Token, amount: string): Promise<void> {
  const isOut = amount.startsWith('-');
  const size = fromTokens(amount.replace('-', ''), token);
  const amountBaseUnits = isOut ? -size : size;
  await operate(provider, (tx) =>
    postTransaction(tx, {
      id: v7({ msecs: provider.time.now.getTime() }),
      kind,
      occurredAt: provider.time.now,
      entries: [
        { account: pooledAccount('OUTSIDE_WORLD'), token, amountBaseUnits: -amountBaseUnits },
        { account: memberAccount('AVAILABLE', memberId), token, amountBaseUnits },
      ],
    }),
  );
}

/** Sets the price of a day; the source reports it at the midnight that ends the day. */
function price({ prices }: Treasury, token: 'JU' | 'JUF', at: string, price18: bigint): void {
  prices[token === 'JUF' ? 'history' : 'pastJu'].push({ at: new Date(Date.parse(at) + DAY_MS), price18 });
}

function goTo({ provider }: Treasury, at: string): void {
  provider.time.now = new Date(at);
}

it('reports a year’s receipts at their day’s value, and gains by FIFO across years', async () => {
  const treasury = await startTreasury();
  const member = await treasury.buyer('0');
  goTo(treasury, '2026-12-01T10:00:00.000Z');
  price(treasury, 'JU', '2026-12-01', 2n * ONE);
  await move(treasury, member.id, 'DEPOSIT', 'JU', '10');
  goTo(treasury, '2026-12-02T10:00:00.000Z');
  price(treasury, 'JU', '2026-12-02', 3n * ONE);
  await move(treasury, member.id, 'TRANSFER', 'JU', '10');
  price(treasury, 'JU', '2026-12-31', 4n * ONE);

  goTo(treasury, '2027-01-05T10:00:00.000Z');
  price(treasury, 'JU', '2027-01-05', 5n * ONE);
  await move(treasury, member.id, 'TURBO', 'JU', '-15');
  await move(treasury, member.id, 'BONUS', 'USDT', '1.5');

  const year = await member.call('yearStatement', { query: { year: '2027' } });
  expect(year).toMatchObject({ year: 2027, years: [2027, 2026], from: '2027-01-01T00:00:00.000Z', to: '2027-01-05T10:00:00.000Z' });
  expect(year.gains).toMatchObject([
    { walletType: 'JU', amount: '10', acquiredAt: '2026-12-01T10:00:00.000Z', proceedsUsd: '50', costUsd: '20', gainUsd: '30' },
    { walletType: 'JU', amount: '5', acquiredAt: '2026-12-02T10:00:00.000Z', proceedsUsd: '25', costUsd: '15', gainUsd: '10' },
  ]);
  expect(year.gainByToken).toEqual([
    { walletType: 'JU', gain: { usd: '40', missing: 0 } },
    { walletType: 'JUF', gain: { usd: '0', missing: 0 } },
  ]);
  expect(year.receipts).toMatchObject([{ group: 'INCOME', kind: 'BONUS', walletType: 'USDT', amount: '1.5', usd: '1.5' }]);
  expect(year.holdings.find(({ kind, walletType }) => kind === 'WALLET' && walletType === 'JU')).toEqual({
    kind: 'WALLET',
    walletType: 'JU',
    opening: '20',
    openingUsd: '80',
    closing: '5',
    closingUsd: '25',
  });

  const before = await member.call('yearStatement', { query: { year: '2026' } });
  expect(before.receipts.map(({ group, usd }) => [group, usd])).toEqual([
    ['DEPOSIT', '20'],
    ['INCOME', '30'],
  ]);
  expect(before.income).toEqual({ usd: '30', missing: 0 });
  expect(before.gains).toEqual([]);
});

it('omits the value of a day without a price, and counts the missing ones', async () => {
  const treasury = await startTreasury();
  const member = await treasury.buyer('0');
  await move(treasury, member.id, 'BONUS', 'JU', '10');
  treasury.pass(DAY_MS);
  price(treasury, 'JU', treasury.provider.time.now.toISOString().slice(0, 10), 2n * ONE);
  await move(treasury, member.id, 'BONUS', 'JU', '3');
  await move(treasury, member.id, 'TURBO', 'JU', '-11');
  const { income, receipts, gains, gainByToken } = await member.call('yearStatement');
  expect(receipts.map(({ usd }) => usd)).toEqual([null, '6']);
  expect(income).toEqual({ usd: '6', missing: 1 });
  expect(gains.map(({ costUsd, gainUsd }) => [costUsd, gainUsd])).toEqual([
    [null, null],
    ['2', '0'],
  ]);
  expect(gainByToken[0]).toEqual({ walletType: 'JU', gain: { usd: '0', missing: 1 } });
});

it('values bought JUF at what was paid for it, and a stake as never given away', async () => {
  const treasury = await startTreasury();
  const { give, pass } = treasury;
  await give({ kind: 'REWARD_POOL_FREE', ownerId: NOBODY }, 'JUF', '10000');
  const member = await treasury.buyer('100');
  await member.buy({ amount: '97' });
  pass(3 * DAY_MS);
  await member.call('claimJuf', { body: {} });
  pass(2_000 * DAY_MS);
  await member.call('claimJuf', { body: {} });
  const years = await member.call('yearStatement');
  const all = await Promise.all(years.years.map((year) => member.call('yearStatement', { query: { year: String(year) } })));
  const bought = all.flatMap(({ receipts }) => receipts).filter(({ group }) => group === 'BOUGHT');
  expect(bought).toHaveLength(2);
  expect(bought.reduce((sum, { usd }) => sum + fromDecimalString(usd ?? '', 6), 0n)).toBe(97_000_000n);

  const { periodList } = await member.call('stakingInfo');
  await member.call('stakingPurchase', { body: { amount: '100', periodId: periodList[0]?.id }, key: randomUUID() });
  const { gains, holdings } = await member.call('yearStatement');
  expect(gains).toEqual([]);
  expect(holdings.find(({ kind }) => kind === 'STAKED')).toMatchObject({ opening: '0', closing: '100' });
});

it('refuses a year before the member joined or after the current one', async () => {
  const { buyer } = await startTreasury();
  const member = await buyer('1');
  for (const year of ['2025', '2027']) {
    expect(await member.send('yearStatement', { query: { year } })).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
  }
});

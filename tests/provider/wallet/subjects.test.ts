import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { memberAccount, NOBODY } from '../../../provider/ledger/account.ts';
import { startTreasury } from '../treasury/open-treasury.ts';

it('says in history and activity which package was bought, for how much JUF, and how long a stake runs', async () => {
  const { buyer, give } = await startTreasury();
  await give({ kind: 'REWARD_POOL_FREE', ownerId: NOBODY }, 'JUF', '10000');
  const member = await buyer('100');
  await give(memberAccount('AVAILABLE', member.id), 'JUF', '100');
  const { purchase } = await member.buy({ amount: '50' });
  const { periodList } = await member.call('stakingInfo');
  await member.call('stakingPurchase', { body: { amount: '100', periodId: periodList[0]?.id }, key: randomUUID() });

  const { data } = await member.call('walletTransactionList');
  const subjectOf = (kind: string) => data.find((row) => row.kind === kind)?.subject;
  expect(subjectOf('TREASURY_PURCHASE')).toEqual({ packageName: 'Seed', juf: purchase.juf });
  expect(subjectOf('STAKE')).toEqual({ days: periodList[0]?.days });
  expect(subjectOf('ADJUSTMENT')).toBeUndefined();
  expect((await member.call('dashboardHome')).activity).toEqual(data);
});

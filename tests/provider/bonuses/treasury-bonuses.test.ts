import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { auditLedger } from '../../../provider/ledger/audit.ts';
import { pooledAccount } from '../../../provider/ledger/account.ts';
import { promises } from '../../../provider/modules/promises.ts';
import { startTreasury } from '../treasury/open-treasury.ts';

it('a treasury purchase brings its uplines their rates of the price without the premium, and a refused one nothing', async () => {
  const { provider, buyer, database, give } = await startTreasury();
  await give(pooledAccount('INSURANCE_POOL_FREE'), 'USDT', '1000');
  const [top, middle, low] = [await buyer(), await buyer('1000'), await buyer('1000')];
  for (const { call } of [top, middle]) {
    const silver = (await call('memberRolesList')).list.find(({ code }) => code === 'SILVER');
    await call('purchaseMemberRoles', { body: { roleId: silver?.id, walletType: 'USDT' }, key: randomUUID() });
  }
  const { referralCode: topCode } = await top.call('userInfo');
  await middle.call('referBy', { body: { referralCode: topCode } });
  const { referralCode: middleCode } = await middle.call('userInfo');
  await low.call('referBy', { body: { referralCode: middleCode } });

  await low.buy({ amount: '100.000009', insured: true });
  expect(await low.tryToBuy({ amount: '99999' })).toMatchObject({ status: 422 });
  // Both named their referrers a moment ago, and could still undo it.
  expect(await middle.call('bonusInfo')).toMatchObject({ totalEarned: '0' });
  provider.time.advance(86_400_000);
  // 7 and 3 % of 100.000009, cut to the base unit; the roles put 40 into the pool.
  expect(await middle.call('bonusInfo')).toMatchObject({ totalEarned: '7', pool: '60.000001' });
  expect(await top.call('bonusInfo')).toMatchObject({
    totalEarned: '3',
    byKind: [
      { kind: 'TREASURY', amount: '3' },
      { kind: 'ROLE', amount: '0' },
    ],
  });
  expect((await top.call('bonusLog')).data).toMatchObject([{ kind: 'TREASURY', level: 2, base: '100.000009', rate: 300, amount: '3' }]);
  expect(await top.call('referralInfo')).toMatchObject({ teamVolume: '200.000009', earned: '3' });
  expect((await top.call('claimBonus', { body: {} })).claimed).toBe('3');
  expect(await auditLedger(database, promises)).toMatchObject({ sound: true });
  expect(provider.logged.join('')).not.toContain('"level":50');
});

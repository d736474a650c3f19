import { expect, it } from 'vitest';
import { memberAccount } from '../../../provider/ledger/account.ts';
import { startClub, rewardPool } from './open-club.ts';

it('claimable amounts are listed part by part, and each part pays the listed amount', async () => {
  const club = await startClub();
  await club.give(rewardPool, 'JUF', '10000');
  const member = await club.join('500');
  const friend = await club.join('100', member);
  expect(await member.call('claimInfo')).toEqual({
    privilege: { claimable: false, juf: '0', score: 0, nextAt: null },
    bonus: { claimable: '0' },
    roi: { claimable: '0' },
    vestedJuf: { claimable: '0' },
    score: { claimable: 12, nextAt: null },
  });
  await member.buyRole('GOLD');
  await club.give(memberAccount('AVAILABLE', member.id), 'JUF', '1000');
  const { periodList } = await member.call('stakingInfo');
  await member.call('stakingPurchase', { body: { amount: '1000', periodId: periodList[0]?.id } });
  await friend.buyRole('SILVER');
  club.passDays(30);
  await member.call('juScoreClaim', { body: {} });
  const info = await member.call('claimInfo');
  expect(info).toMatchObject({
    privilege: { claimable: true, juf: '26', score: 300, nextAt: '2027-01-20T09:00:00.000Z' },
    bonus: { claimable: '9' },
    score: { claimable: 0, nextAt: '2026-12-22T00:00:00.000Z' },
  });
  expect((await member.call('dashboardHome')).claimable).toEqual(info);
  expect((await member.call('claimMemberPrivilege', { body: {} })).claimed).toEqual({ juf: '26', score: 300 });
  expect((await member.call('claimBonus', { body: {} })).claimed).toBe(info.bonus.claimable);
  expect((await member.call('claimRoi', { body: {} })).claimed).toBe(info.roi.claimable);
  expect(info.roi.claimable).not.toBe('0');
  expect(await club.audit()).toMatchObject({ sound: true });
});

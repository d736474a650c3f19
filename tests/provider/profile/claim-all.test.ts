import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { memberAccount } from '../../../provider/ledger/account.ts';
import { type Club, type ClubMember, rewardPool, startClub } from './open-club.ts';

const KINDS = ['vestedJuf', 'roi', 'bonus', 'privilege', 'score'];
const everything = { body: { kinds: KINDS } };

/** Has something to claim of each kind but vested JUF. */
async function joinEarning(club: Club): Promise<ClubMember> {
  await club.give(rewardPool, 'JUF', '10000');
  const member = await club.join('500');
  const friend = await club.join('100', member);
  await member.buyRole('GOLD');
  await club.give(memberAccount('AVAILABLE', member.id), 'JUF', '1000');
  const { periodList } = await member.call('stakingInfo');
  await member.call('stakingPurchase', { body: { amount: '1000', periodId: periodList[0]?.id } });
  await friend.buyRole('SILVER');
  club.passDays(30);
  return member;
}

it('claims all that is due, with a line for each, and says of the rest why not', async () => {
  const club = await startClub();
  const member = await joinEarning(club);
  const info = await member.call('claimInfo');
  const { lines } = await member.call('claimAll', everything);
  expect(lines).toMatchObject([
    { kind: 'vestedJuf', refused: 'NOTHING_TO_CLAIM' },
    { kind: 'roi', walletType: 'JUF', amount: info.roi.claimable, points: 0, transaction: { kind: 'ROI' } },
    { kind: 'bonus', walletType: 'USDT', amount: info.bonus.claimable, points: 0, transaction: { kind: 'BONUS' } },
    { kind: 'privilege', walletType: 'JUF', amount: info.privilege.juf, points: info.privilege.score, transaction: { kind: 'PRIVILEGE' } },
    { kind: 'score', amount: '0', points: info.score.claimable },
  ]);
  expect(await member.call('claimInfo')).toMatchObject({
    privilege: { claimable: false },
    bonus: { claimable: '0' },
    roi: { claimable: '0' },
    score: { claimable: 0 },
  });
  expect(await club.audit()).toMatchObject({ sound: true });
});

it('leaves alone what was not reviewed', async () => {
  const club = await startClub();
  const member = await joinEarning(club);
  const { lines } = await member.call('claimAll', { body: { kinds: ['score', 'bonus', 'score'] } });
  expect(lines.map(({ kind }) => kind)).toEqual(['bonus', 'score']);
  expect((await member.call('claimInfo')).privilege.claimable).toBe(true);
});

it('gives the same answer to the same key, and refuses as a whole if nothing is due', async () => {
  const club = await startClub();
  const member = await joinEarning(club);
  const key = randomUUID();
  const { data } = await member.send('claimAll', { ...everything, key });
  expect((await member.send('claimAll', { ...everything, key })).data).toEqual(data);
  expect(await member.send('claimAll', everything)).toMatchObject({ status: 422, code: 'NOTHING_TO_CLAIM' });
  expect(await member.send('claimAll', { body: { kinds: [] } })).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
});

it('pays each kind once, however many claims of all and of one come at once', async () => {
  const club = await startClub();
  const member = await joinEarning(club);
  const info = await member.call('claimInfo');
  const before = await member.available('USDT');
  const singles = ['claimRoi', 'claimBonus', 'claimMemberPrivilege', 'juScoreClaim'] as const;
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () => member.send('claimAll', everything)),
    ...[...singles, ...singles].map((name) => member.send(name, { body: {} })),
  ]);
  for (const { code } of answers) expect([0, 'NOTHING_TO_CLAIM']).toContain(code);
  expect(Number(await member.available('USDT')) - Number(before)).toBe(Number(info.bonus.claimable));
  expect((await member.call('juScoreInfo')).score).toBe(info.privilege.score + info.score.claimable);
  const { data } = await member.call('walletTransactionList', { query: { size: '50' } });
  for (const kind of ['ROI', 'BONUS', 'PRIVILEGE']) expect(data.filter((row) => row.kind === kind)).toHaveLength(1);
  expect(await club.audit()).toMatchObject({ sound: true });
});

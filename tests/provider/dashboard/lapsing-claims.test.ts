import { expect, it } from 'vitest';
import { lapsesAt } from '../../../src/islands/dashboard/claim-lines.ts';
import { claimInfo } from '../../../src/lib/api/contract/profile.ts';
import { rewardPool, startClub } from '../profile/open-club.ts';

it('a privilege lapses at the moment that members are told, to the millisecond', async () => {
  const club = await startClub();
  const { time } = club.provider;
  await club.give(rewardPool, 'JUF', '1000');
  const member = await club.join('10000');
  await member.buyRole('GOLD');
  club.passDays(30);
  const claim = await member.call('claimInfo');
  expect(claim.privilege).toMatchObject({ claimable: true, juf: '26' });
  await member.buyRole('PLATINUM');
  const lapses = lapsesAt('privilege', claimInfo.output.parse(claim), time.now.getTime());
  time.now = new Date(Date.parse(lapses ?? '') - 1);
  expect((await member.call('claimInfo')).privilege).toEqual(claim.privilege);
  time.advance(1);
  expect((await member.call('claimInfo')).privilege).toMatchObject({ claimable: true, juf: '105' });
  expect((await member.call('claimMemberPrivilege', { body: {} })).claimed.juf).toBe('105');
  expect(await member.send('claimMemberPrivilege', { body: {} })).toMatchObject({ code: 'NOTHING_TO_CLAIM' });
});

it('a day’s points lapse at the moment that members are told, and bonuses never', async () => {
  const club = await startClub();
  const { time } = club.provider;
  const [prompt, friend] = [await club.join('100'), await club.join()];
  await prompt.buyRole('SILVER');
  const buyer = await club.join('100', prompt);
  await buyer.buyRole('SILVER');
  const claim = await prompt.call('claimInfo');
  expect(claim).toMatchObject({ bonus: { claimable: '7' }, score: { claimable: 12 } });
  const points = (member: typeof prompt) => member.send('juScoreClaim', { body: {} });
  time.now = new Date(Date.parse(lapsesAt('score', claimInfo.output.parse(claim), time.now.getTime()) ?? '') - 1);
  expect((await points(prompt)).data).toMatchObject({ claimed: 12, streak: 1 });
  time.advance(1);
  expect((await points(prompt)).data).toMatchObject({ claimed: 14, streak: 2 });
  // Who didn't claim by then gets one day's points, not two.
  expect((await points(friend)).data).toMatchObject({ claimed: 12, streak: 1 });
  expect(await points(friend)).toMatchObject({ code: 'NOTHING_TO_CLAIM' });
  club.passDays(400);
  expect((await prompt.call('claimInfo')).bonus).toEqual(claim.bonus);
});

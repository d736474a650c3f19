import { describe, expect, it } from 'vitest';
import { type ClubMember, DAY_MS, startClub } from './open-club.ts';

const edit = (member: ClubMember, uid: string) => member.send('editUid', { body: { uid } });
const isFree = async (member: ClubMember, uid: string) => (await member.call('editUid', { body: { uid, check: true } })).available;

describe('a uid', () => {
  it('can be changed at first, and then once every 90 days', async () => {
    const club = await startClub();
    const member = await club.join();
    expect((await member.call('editUid', { body: { uid: 'harbour7' } })).userInfo).toMatchObject({ uid: 'harbour7' });
    club.provider.time.advance(90 * DAY_MS - 1);
    expect(await edit(member, 'lighthouse')).toMatchObject({
      status: 422,
      code: 'UID_TOO_SOON',
      detail: { nextAt: '2027-02-19T09:00:00.000Z' },
    });
    expect(await member.send('editUid', { body: { uid: 'lighthouse', check: true } })).toMatchObject({ status: 422, code: 'UID_TOO_SOON' });
    expect(await isFree(member, 'harbour7')).toBe(true);
    club.provider.time.advance(1);
    expect(await edit(member, 'lighthouse')).toMatchObject({ status: 200 });
    expect(await member.call('userInfo')).toMatchObject({ uid: 'lighthouse' });
    expect(await edit(member, 'beacon')).toMatchObject({ code: 'UID_TOO_SOON' });
  });

  it('stays the same when requested again', async () => {
    const club = await startClub();
    const member = await club.join();
    await edit(member, 'harbour7');
    expect(await edit(member, 'harbour7')).toMatchObject({ status: 200 });
  });

  it.each([['short'], ['muchtoolonguid'], ['Capital'], ['with-dash'], ['under_score'], ['umläute'], ['']])('%j is none', async (uid) => {
    const club = await startClub();
    const member = await club.join();
    expect(await edit(member, uid)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
  });

  it('that somebody has or had is never given to another, but can be taken back', async () => {
    const club = await startClub();
    const [first, second] = [await club.join(), await club.join()];
    await edit(first, 'harbour7');
    for (const uid of ['harbour7', first.uid]) {
      expect(await isFree(second, uid)).toBe(false);
      expect(await edit(second, uid)).toMatchObject({ status: 422, code: 'UID_TAKEN' });
    }
    club.passDays(90);
    expect(await edit(first, first.uid)).toMatchObject({ status: 200 });
    expect(await edit(first, 'harbour7')).toMatchObject({ status: 422, code: 'UID_TOO_SOON' });
    club.passDays(90);
    expect(await edit(second, 'harbour7')).toMatchObject({ status: 422, code: 'UID_TAKEN' });
    expect(await edit(first, 'harbour7')).toMatchObject({ status: 200 });
  });

  it('is not another’s username', async () => {
    const club = await startClub();
    const [first, second] = [await club.join(), await club.join()];
    await first.call('editUserProfile', { query: { username: 'Harbour' } });
    expect(await edit(second, 'harbour')).toMatchObject({ status: 422, code: 'UID_TAKEN' });
    expect(await edit(first, 'harbour')).toMatchObject({ status: 200 });
  });

  it('can be checked without taking it', async () => {
    const club = await startClub();
    const member = await club.join();
    expect(await isFree(member, 'beacon1')).toBe(true);
    expect(await member.call('userInfo')).toMatchObject({ uid: member.uid });
  });

  it('goes to one of twenty who ask for it at once, and one member gets one of many', async () => {
    const club = await startClub();
    const members = await Promise.all(Array.from({ length: 20 }, () => club.join()));
    const answers = await Promise.all(members.map((member) => edit(member, 'thelucky1')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'UID_TAKEN')).toHaveLength(19);
    const greedy = await club.join();
    const taken = await Promise.all(Array.from({ length: 10 }, (_, index) => edit(greedy, `greedy${index}`)));
    expect(taken.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(taken.filter(({ code }) => code === 'UID_TOO_SOON')).toHaveLength(9);
  });
});

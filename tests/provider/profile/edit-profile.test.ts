import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Club, type ClubMember, openClub, startClub } from './open-club.ts';

const edit = (member: ClubMember, query: Record<string, string>) => member.send('editUserProfile', { query });
const nameOf = async (member: ClubMember) => (await member.call('userInfo')).username;
const isFree = async (member: ClubMember, username: string) =>
  (await member.call('editUserProfile', { query: { username, check: 'true' } })).available;

async function two(club: Club): Promise<[ClubMember, ClubMember]> {
  return [await club.join(), await club.join()];
}

describe('a profile', () => {
  it('changes the given fields only', async () => {
    const club = await startClub();
    const member = await club.join();
    const before = await member.call('userInfo');
    const { userInfo } = await member.call('editUserProfile', { query: { username: 'Mia_7', avatar: 'sun-2', language: 'de' } });
    expect(userInfo).toEqual({ ...before, username: 'Mia_7', avatar: 'sun-2', language: 'de' });
    await edit(member, { language: 'jp' });
    expect(await member.call('userInfo')).toEqual({ ...before, username: 'Mia_7', avatar: 'sun-2', language: 'jp' });
  });

  it('is not changed by a call that gives nothing, something unknown or a body', async () => {
    const club = await startClub();
    const member = await club.join();
    const before = await member.call('userInfo');
    const refused = { status: 400, code: 'VALIDATION_FAILED' };
    expect(await member.send('editUserProfile')).toMatchObject(refused);
    expect(await member.send('editUserProfile', { body: {} })).toMatchObject(refused);
    expect(await edit(member, { check: 'false' })).toMatchObject(refused);
    expect(await edit(member, { check: 'true', avatar: 'sun' })).toMatchObject(refused);
    expect(await edit(member, { username: 'someone', colour: 'red' })).toMatchObject(refused);
    expect(await edit(member, { language: 'fr' })).toMatchObject(refused);
    expect(await edit(member, { avatar: '../x' })).toMatchObject(refused);
    expect(await member.send('editUserProfile', { query: { username: 'someone' }, body: { username: 'other' } })).toMatchObject(refused);
    expect(await member.call('userInfo')).toEqual(before);
    expect(await member.send('editUserProfile', { query: { username: 'someone' }, body: {} })).toMatchObject({ status: 200 });
  });
});

describe('a username', () => {
  /** For tests whose names don't collide. */
  let shared: Awaited<ReturnType<typeof openClub>>;
  beforeAll(async () => {
    shared = await openClub();
  });
  afterAll(() => shared.stop());

  it.each([
    ['abc'],
    ['a-very_long-name-0020'.slice(0, 20)],
    ['Nguyễn-Văn'],
    ['Straße'],
    ['สมชาย99'],
    ['山田太郎'],
    ['やまだタロー'],
    ['김철수_1'],
    ['金철수'],
    ['Мария'],
    ['Ελένη'],
    ['अनीता'],
    ['007'],
  ])('%s is one', async (username) => {
    const member = await shared.join();
    expect(await edit(member, { username })).toMatchObject({ status: 200 });
    expect(await nameOf(member)).toBe(username.normalize('NFKC'));
  });

  it.each([
    ['ab', 'LENGTH'],
    ['x'.repeat(21), 'LENGTH'],
    ['with space', 'CHARACTERS'],
    [' lead', 'CHARACTERS'],
    ['at@home', 'CHARACTERS'],
    ['dot.dot', 'CHARACTERS'],
    ['<b>bold</b>', 'CHARACTERS'],
    ['smile😀face', 'CHARACTERS'],
    ['zero\u200bwidth', 'CHARACTERS'],
    ['left\u202eright', 'CHARACTERS'],
    ['---', 'CHARACTERS'],
    ['a-\u0301bc', 'CHARACTERS'],
    ['ⲁⲃⲅ', 'CHARACTERS'],
    ['раypal', 'SCRIPTS'],
    ['alphaβeta', 'SCRIPTS'],
    ['山田Taro', 'SCRIPTS'],
    ['สมชายJohn', 'SCRIPTS'],
    ['김やま', 'SCRIPTS'],
  ])('%j is none', async (username, reason) => {
    const member = await shared.join();
    expect(await edit(member, { username })).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      detail: { fields: { username: reason } },
    });
    expect(await edit(member, { username, check: 'true' })).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
  });

  it('is kept in one form of Unicode, whatever form it was typed in', async () => {
    const club = await startClub();
    const [first, second] = await two(club);
    await edit(first, { username: 'Ｃafe\u0301' });
    expect(await nameOf(first)).toBe('Café');
    expect(await edit(second, { username: 'Café' })).toMatchObject({ status: 422, code: 'USERNAME_TAKEN' });
  });

  it.each([
    ['Michael', 'MICHAEL'],
    ['Michael', 'michael'],
    ['paypal', 'paypaI'],
    ['PayPal', 'paypaI'],
    ['paypal', 'paypa1'],
    ['modern', 'rnodern'],
    ['good-0ne', 'good-One'],
    ['сосо', 'coco'],
    ['COCO', 'сосо'],
    ['ΑΒΕ', 'ABE'],
    ['αβγ', 'ΑΒΓ'],
    ['ΣΑΣ', 'σας'],
    ['straße', 'STRASSE'],
    ['ødegaard', 'Ødegaard'],
  ])('%s leaves no room for %s', async (taken, username) => {
    const club = await startClub();
    const [first, second] = await two(club);
    await first.call('editUserProfile', { query: { username: taken } });
    expect(await isFree(second, username)).toBe(false);
    expect(await edit(second, { username })).toMatchObject({ status: 422, code: 'USERNAME_TAKEN' });
    club.passDays(30);
    expect(await edit(first, { username })).toMatchObject({ status: 200 });
    expect(await edit(second, { username: taken })).toMatchObject({ status: 422, code: 'USERNAME_TAKEN' });
  });

  it('leaves room for names that only have letters in common', async () => {
    const club = await startClub();
    const [first, second] = await two(club);
    await edit(first, { username: 'anna' });
    for (const username of ['anne', 'annna', 'anna-', 'hanna', 'vava', 'ahha']) expect(await isFree(second, username), username).toBe(true);
  });

  it('is never another’s once its member has given it up, and neither is what looks like it', async () => {
    const club = await startClub();
    const [first, second] = await two(club);
    await first.call('editUserProfile', { query: { username: 'captain1' } });
    club.passDays(30);
    await first.call('editUserProfile', { query: { username: 'sailor' } });
    for (const username of ['captain1', 'CAPTAIN1', 'captainl', 'captainI']) {
      expect(await isFree(second, username), username).toBe(false);
      expect(await edit(second, { username }), username).toMatchObject({ status: 422, code: 'USERNAME_TAKEN' });
    }
    expect(await second.send('editUid', { body: { uid: 'captainl' } })).toMatchObject({ code: 'UID_TAKEN' });
    club.passDays(30);
    expect(await edit(first, { username: 'captain1' })).toMatchObject({ status: 200 });
    expect(await edit(second, { username: 'sailor' })).toMatchObject({ code: 'USERNAME_TAKEN' });
  });

  it('that was given up can’t go to another member, not even in the database', async () => {
    const club = await startClub();
    const [first, second] = await two(club);
    await first.call('editUserProfile', { query: { username: 'captain' } });
    const take = 'update member set username = $1, username_key = $1, username_shape = $1, username_folded_shape = $1 where id = $2';
    await club.provider.pool.query(take, ['sailor', first.id]);
    await expect(club.provider.pool.query(take, ['captain', second.id])).rejects.toMatchObject({ constraint: 'retired_username_kept' });
    await club.provider.pool.query(take, ['captain', first.id]);
  });

  it('never equals another member’s uid, past or present: a name finds one member', async () => {
    const club = await startClub();
    const [first, second] = await two(club);
    await first.call('editUid', { body: { uid: 'harbour' } });
    for (const username of ['harbour', 'Harbour', first.uid]) {
      expect(await edit(second, { username })).toMatchObject({ status: 422, code: 'USERNAME_TAKEN' });
    }
    for (const [uid, username] of [
      ['lantern0', 'lanterno'],
      ['mooring', 'rnooring'],
      ['pier1000', 'pierlOoo'],
    ] as const) {
      const other = await club.join();
      await second.send('editUid', { body: { uid } });
      expect(await edit(other, { username }), username).toMatchObject({ code: 'USERNAME_TAKEN' });
      expect(await other.send('editUid', { body: { uid: username.toLowerCase() } })).toMatchObject({ code: 'UID_TAKEN' });
      club.passDays(90);
    }
    expect(await edit(first, { username: 'harbour' })).toMatchObject({ status: 200 });
  });

  it('goes to one of twenty who ask for it at once', async () => {
    const club = await startClub();
    const members = await Promise.all(Array.from({ length: 20 }, () => club.join()));
    const answers = await Promise.all(
      members.map((member, index) => edit(member, { username: index % 2 === 0 ? 'lucky-one' : 'Iucky-0ne' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'USERNAME_TAKEN')).toHaveLength(19);
  });

  it('can be checked without taking it', async () => {
    const club = await startClub();
    const [first, second] = await two(club);
    expect(await first.call('editUserProfile', { query: { username: 'orchid', check: 'true' } })).toEqual({
      available: true,
      againAt: '2026-12-21T09:00:00.000Z',
    });
    expect(await nameOf(first)).toBe(`ju-${first.uid}`);
    expect(await edit(second, { username: 'orchid' })).toMatchObject({ status: 200 });
    expect(await isFree(first, 'Orchid')).toBe(false);
    club.passDays(30);
    expect(await isFree(second, 'Orchid')).toBe(true);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultEconomy } from '../../../provider/economy.ts';
import { type Club, type ClubMember, openClub, startClub } from './open-club.ts';

let club: Awaited<ReturnType<typeof openClub>>;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club.stop());

const edit = (member: ClubMember, username: string) => member.send('editUserProfile', { query: { username } });
const check = (member: ClubMember, username: string) => member.send('editUserProfile', { query: { username, check: 'true' } });
const termsFor = (member: ClubMember, to: string) => member.send('walletTransferTerms', { query: { walletType: 'USDT', to } });
const nextDays = (within: Club): string => new Date(within.provider.time.now.getTime() + 30 * 86_400_000).toISOString();

describe('a username can be changed', () => {
  it('at once the first time, and then once every 30 days', async () => {
    const member = await club.join();
    expect(await edit(member, 'first-choice')).toMatchObject({ status: 200 });
    const tooSoon = { status: 422, code: 'USERNAME_TOO_SOON', detail: { nextAt: nextDays(club) } };
    expect(await edit(member, 'second-choice')).toMatchObject(tooSoon);
    club.provider.time.advance(30 * 86_400_000 - 1);
    expect(await edit(member, 'second-choice')).toMatchObject(tooSoon);
    club.provider.time.advance(1);
    expect(await edit(member, 'second-choice')).toMatchObject({ status: 200 });
    expect(await edit(member, 'first-choice')).toMatchObject({ code: 'USERNAME_TOO_SOON' });
  });

  it('to itself at any time, because an answer may be lost', async () => {
    const member = await club.join();
    await edit(member, 'steadfast');
    expect(await edit(member, 'steadfast')).toMatchObject({ status: 200 });
    expect(await member.send('editUserProfile', { query: { username: 'steadfast', language: 'de' } })).toMatchObject({ status: 200 });
    club.passDays(30);
    await edit(member, 'steadfast');
    expect(await edit(member, 'restless')).toMatchObject({ status: 200 });
  });

  it('while avatar and language are changed as often as one likes', async () => {
    const member = await club.join();
    await edit(member, 'colourful');
    for (const avatar of ['sun', 'moon'])
      expect(await member.send('editUserProfile', { query: { avatar } })).toMatchObject({ status: 200 });
  });

  it('into a limited number of names, and back into each of them', async () => {
    const small = await startClub({ economy: { ...defaultEconomy, profile: { ...defaultEconomy.profile, mostUsernames: 3 } } });
    const member = await small.join();
    for (const username of ['name-one', 'name-two']) {
      expect(await edit(member, username)).toMatchObject({ status: 200 });
      small.passDays(30);
    }
    const refused = { status: 422, code: 'USERNAME_LIMIT', detail: { most: 3 } };
    expect(await edit(member, 'name-three')).toMatchObject(refused);
    expect(await check(member, 'name-three')).toMatchObject(refused);
    for (const username of ['name-one', `ju-${member.uid}`, 'name-two']) {
      expect(await check(member, username)).toMatchObject({ data: { available: true } });
      expect(await edit(member, username)).toMatchObject({ status: 200 });
      small.passDays(30);
    }
  });

  it('by one of ten requests at once', async () => {
    const member = await club.join();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => edit(member, `greedy-${index}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'USERNAME_TOO_SOON')).toHaveLength(9);
  });
});

describe('a question about a username', () => {
  it('is answered as the change would be', async () => {
    const [member, other] = [await club.join(), await club.join()];
    await edit(member, 'questioner');
    await edit(other, 'respondent');
    expect(await check(member, 'Respondent')).toMatchObject({ status: 200, data: { available: false } });
    expect(await check(member, 'support')).toMatchObject({ status: 200, data: { available: false } });
    expect(await check(member, 'something-else')).toMatchObject({
      status: 422,
      code: 'USERNAME_TOO_SOON',
      detail: { nextAt: nextDays(club) },
    });
    expect(await check(member, 'questioner')).toMatchObject({ status: 200, data: { available: true } });
  });
});

describe('a transfer to a former name', () => {
  it('reaches neither its renamed member nor another', async () => {
    const [member, other] = [await club.join(), await club.join()];
    await edit(member, 'old-name');
    expect(await termsFor(other, 'old-name')).toMatchObject({ status: 200, data: { recipient: { id: member.id } } });
    club.passDays(30);
    await edit(member, 'new-name');
    expect(await edit(other, 'old-name')).toMatchObject({ code: 'USERNAME_TAKEN' });
    expect(await termsFor(other, 'old-name')).toMatchObject({ status: 422, code: 'RECIPIENT_UNKNOWN' });
    expect(await termsFor(other, `ju-${member.uid}`)).toMatchObject({ status: 422, code: 'RECIPIENT_UNKNOWN' });
    expect(await termsFor(other, 'new-name')).toMatchObject({ data: { recipient: { id: member.id } } });
  });

  it('reaches no member by an old uid either', async () => {
    const [member, other] = [await club.join(), await club.join()];
    await member.call('editUid', { body: { uid: 'newharbour' } });
    expect(await termsFor(other, member.uid)).toMatchObject({ code: 'RECIPIENT_UNKNOWN' });
    expect(await edit(other, `ju-${member.uid}`)).toMatchObject({ status: 422 });
    expect(await edit(other, 'ju-newharbour')).toMatchObject({ status: 422, code: 'USERNAME_RESERVED' });
    expect(await edit(member, 'ju-newharbour')).toMatchObject({ status: 200 });
  });
});

describe('a name of JuFi’s own', () => {
  it.each(['support', 'Jufi-Support', 'ADM1N', 'anna_admin', '客服小王', 'ju-ab3dn5mq'])('%s is refused to everybody', async (username) => {
    const member = await club.join();
    expect(await edit(member, username)).toMatchObject({ status: 422, code: 'USERNAME_RESERVED' });
    expect(await check(member, username)).toMatchObject({ data: { available: false } });
  });

  it.each(['support', 'jufi2026', 'adm1n007', 'thevault'])('%s is refused as a uid', async (uid) => {
    const member = await club.join();
    expect(await member.send('editUid', { body: { uid } })).toMatchObject({ status: 422, code: 'UID_RESERVED' });
    expect(await member.send('editUid', { body: { uid, check: true } })).toMatchObject({ data: { available: false } });
  });

  it('may be one of the operator’s choosing', async () => {
    const branded = await startClub({ economy: { ...defaultEconomy, profile: { ...defaultEconomy.profile, reservedNames: ['acme'] } } });
    const member = await branded.join();
    expect(await edit(member, 'Acme_Bank')).toMatchObject({ code: 'USERNAME_RESERVED' });
    expect(await edit(member, 'acme-jones')).toMatchObject({ status: 200 });
  });
});

it('the shape of a uid in the database is the one that usernames are compared by', async () => {
  const { usernameShapes } = await import('../../../provider/modules/profile/username/username-shapes.ts');
  const member = await club.join();
  for (const uid of ['abcdefghijkl', 'mnopqrstuvwx', 'yz0123456789']) {
    await club.provider.pool.query('insert into member_uid (uid, member_id, taken_at) values ($1, $2, now())', [uid, member.id]);
    const { rows } = await club.provider.pool.query<{ shape: string }>('select shape from member_uid where uid = $1', [uid]);
    expect(rows).toEqual([{ shape: usernameShapes(uid).usernameFoldedShape }]);
  }
});

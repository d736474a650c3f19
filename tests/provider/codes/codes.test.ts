import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { defaultEconomy } from '../../../provider/economy.ts';
import { kindBalance } from '../../../provider/ledger/balances.ts';
import { type CodeReward, issueActivationCodes, releaseExpiredCodes } from '../../../provider/modules/codes/issue-activation-codes.ts';
import { operate } from '../operate.ts';
import type { Answer } from '../start-provider.ts';
import { type Club, type ClubMember, DAY_MS, rewardPool, startClub } from '../profile/open-club.ts';

const ONE = 10n ** 18n;
const sound = { sound: true };
const juf = (whole: bigint): CodeReward => ({ kind: 'JUF', amountBaseUnits: whole * ONE });

function issue({ provider }: Club, reward: CodeReward, count = 1, lastsDays = 30): Promise<string[]> {
  const { now } = provider.time;
  const expiresAt = new Date(now.getTime() + lastsDays * DAY_MS);
  return operate(provider, (tx) => issueActivationCodes(tx, defaultEconomy, { reward, count, expiresAt, now }));
}

async function issueOne(club: Club, reward: CodeReward, lastsDays?: number): Promise<string> {
  const [code] = await issue(club, reward, 1, lastsDays);
  if (code === undefined) throw new Error('no code was issued');
  return code;
}

const use = (member: ClubMember, code: string, more: { key?: string; clientAddress?: string } = {}) =>
  member.send('activeCode', { body: { code }, ...more });

/** Rewards that aren't listed as transactions still have a time and a reference. */
const receipt = { id: expect.any(String) as unknown, createdAt: expect.any(String) as unknown };

const wrongCode = (index: number) => `2222-3333-4444-${String(5_000 + index).replaceAll(/[01]/g, '9')}`;

describe('a code', () => {
  it('of JUF pays the amount reserved when it was issued', async () => {
    const club = await startClub();
    await club.give(rewardPool, 'JUF', '100');
    const code = await issueOne(club, juf(40n));
    expect(code).toMatch(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){3}$/);
    expect(await club.holds(rewardPool, 'JUF')).toBe('60');
    const member = await club.join();
    const { data } = await use(member, code);
    expect(data).toEqual({
      reward: { kind: 'JUF', amount: '40' },
      transaction: expect.objectContaining({ kind: 'CODE', amount: '40' }) as unknown,
    });
    expect(await member.available('JUF')).toBe('40');
    expect((await member.call('walletTransactionList')).data).toEqual([(data as { transaction: unknown }).transaction]);
    expect(await kindBalance(club.database, 'REWARD_POOL_RESERVED', 'JUF')).toBe(0n);
    expect(await club.audit()).toMatchObject(sound);
  });

  it.each([
    ['typographic hyphens', (code: string) => code.replaceAll('-', '–')],
    ['full-width letters', (code: string) => Array.from(code, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).join('')],
    ['the quotes and the full stop around it', (code: string) => ` “${code}”. `],
    ['invisible characters', (code: string) => `\u200b${code.replace('-', '\u00ad-')}\ufeff`],
  ])('is taken with %s', async (_, pasted) => {
    const club = await startClub();
    const member = await club.join();
    const code = await issueOne(club, { kind: 'SCORE', points: 250 });
    expect(await use(member, pasted(code))).toMatchObject({ status: 200 });
  });

  it('for points adds them', async () => {
    const club = await startClub();
    const member = await club.join();
    const code = await issueOne(club, { kind: 'SCORE', points: 250 });
    expect((await use(member, code)).data).toEqual({ reward: { kind: 'SCORE', amount: 250 }, receipt });
    expect((await member.call('juScoreHistory')).list.content).toMatchObject([{ kind: 'CODE', points: 250, balanceAfter: 250 }]);
  });

  it('for a role grants it, free of charge', async () => {
    const club = await startClub();
    const member = await club.join();
    const code = await issueOne(club, { kind: 'ROLE', roleCode: 'GOLD' });
    expect((await use(member, code)).data).toEqual({ reward: { kind: 'ROLE', roleCode: 'GOLD', name: 'Gold' }, receipt });
    expect(await member.call('userInfo')).toMatchObject({ role: { code: 'GOLD' } });
    const { list } = await member.call('memberRolesList');
    expect(list.find((role) => role.code === 'PLATINUM')?.upgradePrice).toBe('2000');
  });

  it('of a role that would be no step up is left for somebody else', async () => {
    const club = await startClub();
    const [rich, poor] = [await club.join('500'), await club.join()];
    const code = await issueOne(club, { kind: 'ROLE', roleCode: 'SILVER' });
    await rich.buyRole('GOLD');
    expect(await use(rich, code)).toMatchObject({ status: 422, code: 'ROLE_NOT_HIGHER' });
    expect(await use(poor, code)).toMatchObject({ status: 200 });
  });

  it('is read however it is written', async () => {
    const club = await startClub();
    const member = await club.join();
    const [first = '', second = ''] = await issue(club, { kind: 'SCORE', points: 1 }, 2);
    expect(await use(member, ` ${first.toLowerCase()} `)).toMatchObject({ status: 200 });
    expect(await use(member, second.replaceAll('-', ' '))).toMatchObject({ status: 200 });
  });

  it('is used once: by one of fifty who try at once', async () => {
    const club = await startClub();
    await club.give(rewardPool, 'JUF', '100');
    const code = await issueOne(club, juf(40n));
    const members = await Promise.all(Array.from({ length: 50 }, () => club.join()));
    const answers = await Promise.all(members.map((member) => use(member, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status, code: refusal }) => status === 422 && refusal === 'CODE_USED')).toHaveLength(49);
    const held = await Promise.all(members.map((member) => member.available('JUF')));
    expect(held.filter((amount) => amount === '40')).toHaveLength(1);
    expect(held.filter((amount) => amount === '0')).toHaveLength(49);
    expect(await club.audit()).toMatchObject(sound);
  });

  it('gives the same answer to the same key, and CODE_USED to another', async () => {
    const club = await startClub();
    const member = await club.join();
    const code = await issueOne(club, { kind: 'SCORE', points: 9 });
    const key = randomUUID();
    const answers = [await use(member, code, { key }), await use(member, code, { key })];
    expect(answers.map(({ data }) => data)).toEqual(Array.from({ length: 2 }, () => ({ reward: { kind: 'SCORE', amount: 9 }, receipt })));
    expect(await use(member, code)).toMatchObject({ status: 422, code: 'CODE_USED' });
    expect(await member.call('juScoreInfo')).toMatchObject({ score: 9 });
  });

  it('expires, and its reserve returns to the pool, once', async () => {
    const club = await startClub();
    await club.give(rewardPool, 'JUF', '100');
    const [first = '', second = ''] = await issue(club, juf(40n), 2, 30);
    const points = await issueOne(club, { kind: 'SCORE', points: 5 }, 30);
    const member = await club.join();
    const services = { database: club.database, clock: () => club.provider.time.now };
    club.provider.time.advance(30 * DAY_MS - 1);
    expect(await releaseExpiredCodes(services)).toBe(0);
    expect(await use(member, first)).toMatchObject({ status: 200 });
    club.provider.time.advance(1);
    expect(await use(member, second)).toMatchObject({ status: 422, code: 'CODE_EXPIRED' });
    const released = await Promise.all([releaseExpiredCodes(services), releaseExpiredCodes(services)]);
    expect(released.toSorted()).toEqual([0, 2]);
    expect(await club.holds(rewardPool, 'JUF')).toBe('60');
    for (const code of [second, points]) expect(await use(member, code)).toMatchObject({ status: 422, code: 'CODE_EXPIRED' });
    expect(await use(member, first)).toMatchObject({ status: 422, code: 'CODE_USED' });
    expect(await club.audit()).toMatchObject(sound);
  });

  it('is stored nowhere, and can’t be derived from stored data', { tags: 'full' }, async () => {
    const club = await startClub();
    const code = await issueOne(club, { kind: 'SCORE', points: 1 });
    const { rows } = await club.provider.pool.query<{ text: string }>(`select activation_code::text as text from activation_code`);
    const plain = code.replaceAll('-', '');
    expect(JSON.stringify(rows).toUpperCase()).not.toContain(plain);
    expect(JSON.stringify(rows).toUpperCase()).not.toContain(Buffer.from(plain.toLowerCase()).toString('hex').toUpperCase());
    expect(club.provider.logged.join('').toUpperCase()).not.toContain(plain);
  });
});

describe('codes are issued', () => {
  it('only as far as the reward pool reaches, all or none', async () => {
    const club = await startClub();
    await club.give(rewardPool, 'JUF', '100');
    await expect(issue(club, juf(10n), 11)).rejects.toMatchObject({ code: 'POOL_DRAINED' });
    expect(await club.holds(rewardPool, 'JUF')).toBe('100');
    const codes = await issue(club, juf(10n), 10);
    expect(new Set(codes).size).toBe(10);
    expect(await club.holds(rewardPool, 'JUF')).toBe('0');
    expect(await club.audit()).toMatchObject(sound);
  });

  it('for something, in sensible numbers, until some day', async () => {
    const club = await startClub();
    await expect(issue(club, juf(0n))).rejects.toThrow(RangeError);
    await expect(issue(club, { kind: 'SCORE', points: 1.5 })).rejects.toThrow(RangeError);
    await expect(issue(club, { kind: 'ROLE', roleCode: 'MEMBER' })).rejects.toThrow(RangeError);
    await expect(issue(club, { kind: 'SCORE', points: 1 }, 0)).rejects.toThrow(RangeError);
    await expect(issue(club, { kind: 'SCORE', points: 1 }, 1_001)).rejects.toThrow(RangeError);
    await expect(issue(club, { kind: 'SCORE', points: 1 }, 1, 0)).rejects.toThrow(RangeError);
  });
});

describe('guessing', () => {
  it('is slowed down after ten well-formed wrong codes a minute, the right one included', async () => {
    const club = await startClub();
    const [guesser, other] = [await club.join(), await club.join()];
    const code = await issueOne(club, { kind: 'SCORE', points: 1 });
    for (let index = 0; index < 10; index += 1) {
      expect(await use(guesser, wrongCode(index))).toMatchObject({ status: 422, code: 'CODE_UNKNOWN' });
    }
    const refused = await use(guesser, code);
    expect(refused).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect(Number(refused.headers.get('retry-after'))).toBe(60);
    expect(await use(other, wrongCode(11))).toMatchObject({ code: 'CODE_UNKNOWN' });
    club.provider.time.advance(60_000);
    expect(await use(guesser, code)).toMatchObject({ status: 200 });
  });

  it('with many at once comes no further', { tags: 'full' }, async () => {
    const club = await startClub();
    const guesser = await club.join();
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => use(guesser, wrongCode(index))));
    expect(answers.filter(({ code }) => code === 'CODE_UNKNOWN')).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(50);
  });

  it('by many accounts of one client comes no further either', { tags: 'full' }, async () => {
    const club = await startClub({ limits: { codeGuessesPerClient: 15 } });
    const members = await Promise.all(Array.from({ length: 20 }, () => club.join()));
    const answers: Answer[] = [];
    for (const [index, member] of members.entries()) answers.push(await use(member, wrongCode(index), { clientAddress: '198.51.100.9' }));
    expect(answers.filter(({ code }) => code === 'CODE_UNKNOWN')).toHaveLength(15);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    expect(await use(members[0] ?? (await club.join()), wrongCode(30), { clientAddress: '198.51.100.10' })).toMatchObject({ status: 422 });
  });

  it('doesn’t count as guessing if a code is mistyped, right or already used', { tags: 'full' }, async () => {
    const club = await startClub();
    const member = await club.join();
    for (const typed of ['x', 'hello', '2222-3333-4444', `${wrongCode(0)}2`, '0000-1111-OOOO-IIII', '🦊'.repeat(16)]) {
      expect(await use(member, typed)).toMatchObject({ status: 422, code: 'CODE_UNKNOWN' });
    }
    const codes = await issue(club, { kind: 'SCORE', points: 1 }, 15);
    for (const code of codes) expect(await use(member, code)).toMatchObject({ status: 200 });
    for (const code of codes) expect(await use(member, code)).toMatchObject({ status: 422, code: 'CODE_USED' });
    for (const body of [{}, { code: '' }, { code: '  ' }, { code: 'x'.repeat(65) }, { code: 1 }]) {
      expect(await member.send('activeCode', { body })).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    }
  });

  it('repeats earlier answers while further guesses are refused', async () => {
    const club = await startClub();
    const member = await club.join();
    const code = await issueOne(club, { kind: 'SCORE', points: 3 });
    const [right, wrong] = [randomUUID(), randomUUID()];
    expect(await use(member, code, { key: right })).toMatchObject({ status: 200 });
    for (let index = 0; index < 20; index += 1)
      expect(await use(member, wrongCode(1), { key: wrong })).toMatchObject({ code: 'CODE_UNKNOWN' });
    expect(await use(member, wrongCode(2))).toMatchObject({ status: 429 });
    expect((await use(member, code, { key: right })).data).toEqual({ reward: { kind: 'SCORE', amount: 3 }, receipt });
  });
});

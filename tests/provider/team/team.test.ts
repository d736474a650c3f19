import { describe, expect, it } from 'vitest';
import { memberAccount } from '../../../provider/ledger/account.ts';
import { asAdmin } from '../../support/as-admin.ts';
import { type ClubMember, startClub } from '../profile/open-club.ts';
import { rowsRead } from './rows-read.ts';

const page = async (member: ClubMember, query: Record<string, string> = {}) => member.call('myTeam', { query });
const uids = async (member: ClubMember, query: Record<string, string> = {}) =>
  (await page(member, query)).downlineDetails.content.map(({ uid }) => uid);

/** A top with two below it, of whom the first has three more below, one under the other. */
async function startTeam() {
  const club = await startClub();
  const join = async (usdt?: string, sponsor?: ClubMember) => {
    const member = await club.join(usdt, sponsor);
    club.provider.time.advance(1_000);
    return member;
  };
  const top = await join();
  const first = await join('10000', top);
  const second = await join('10000', top);
  const third = await join('10000', first);
  const fourth = await join('10000', third);
  const beyond = await join('10000', fourth);
  return { club, join, top, first, second, third, fourth, beyond };
}

describe('a team', () => {
  it('is three levels, newest first, and shows no more of each than is needed', async () => {
    const { top, first, second, third, fourth } = await startTeam();
    const { downlineDetails, selfDetails } = await page(top);
    expect(downlineDetails.content.map(({ uid, level, parentUid }) => [uid, level, parentUid])).toEqual([
      [fourth.uid, 3, third.uid],
      [third.uid, 2, first.uid],
      [second.uid, 1, top.uid],
      [first.uid, 1, top.uid],
    ]);
    expect(downlineDetails.totalPages).toBe(1);
    expect(downlineDetails.content[3]).toEqual({
      uid: first.uid,
      parentUid: top.uid,
      username: `ju-${first.uid}`,
      address: `${first.wallet.address.slice(0, 6)}…${first.wallet.address.slice(-4)}`,
      level: 1,
      role: { code: 'MEMBER', name: 'Member' },
      joinedAt: '2026-11-21T09:00:01.000Z',
      directCount: 1,
      ownVolume: '0',
      teamVolume: '0',
    });
    expect(selfDetails).toEqual({ directCount: 2, teamCount: 4, ownVolume: '0', teamVolume: '0', level: 0 });
  });

  it('counts what its members paid, each with the three levels below it', async () => {
    const { club, top, first, third, fourth, beyond } = await startTeam();
    await club.give(memberAccount('AVAILABLE', top.id), 'USDT', '100');
    await top.buyRole('SILVER');
    await first.buyRole('SILVER');
    await third.buyRole('GOLD');
    await fourth.buyRole('PLATINUM');
    await beyond.buyRole('DIAMOND');
    const { downlineDetails, selfDetails } = await page(top);
    const volumes = new Map(
      downlineDetails.content.map(({ uid, ownVolume, teamVolume, role }) => [uid, [ownVolume, teamVolume, role.code]]),
    );
    expect(volumes.get(first.uid)).toEqual(['100', '12500', 'SILVER']);
    expect(volumes.get(third.uid)).toEqual(['500', '12000', 'GOLD']);
    expect(volumes.get(fourth.uid)).toEqual(['2000', '10000', 'PLATINUM']);
    expect(selfDetails).toMatchObject({ ownVolume: '100', teamVolume: '2600' });
    expect(await top.call('referralInfo')).toMatchObject({
      directCount: 2,
      teamCount: 4,
      teamVolume: '2600',
      // 7 % of 100, 3 % of 500 and 1 % of 2,000.
      earned: '42',
      levels: [
        { level: 1, count: 2, volume: '100' },
        { level: 2, count: 1, volume: '500' },
        { level: 3, count: 1, volume: '2000' },
      ],
    });
    expect((await page(fourth)).selfDetails).toMatchObject({ ownVolume: '2000', teamVolume: '10000' });
  });

  it('can be asked for by level', async () => {
    const { top, first, second, third } = await startTeam();
    expect(await uids(top, { level: '1' })).toEqual([second.uid, first.uid]);
    expect(await uids(top, { level: '2' })).toEqual([third.uid]);
    expect(await top.send('myTeam', { query: { level: '4' } })).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
  });

  it('can be asked for below one of its members, never further down than three levels', async () => {
    const { top, first, second, third, fourth } = await startTeam();
    expect(await uids(top, { under: first.uid })).toEqual([fourth.uid, third.uid]);
    expect(await uids(top, { under: first.uid, level: '2' })).toEqual([third.uid]);
    expect(await uids(top, { under: third.uid })).toEqual([fourth.uid]);
    expect(await uids(top, { under: fourth.uid })).toEqual([]);
    expect(await uids(top, { under: second.uid })).toEqual([]);
  });

  it('is nobody else’s: who does not stand in it is not found in it', async () => {
    const { top, first, second, beyond, join } = await startTeam();
    const stranger = await join();
    const under = (member: ClubMember, uid: string) => member.send('myTeam', { query: { under: uid } });
    for (const uid of [beyond.uid, stranger.uid, top.uid, 'nobody99']) {
      expect(await under(top, uid)).toMatchObject({ status: 422, code: 'NOT_IN_TEAM' });
    }
    expect(await under(first, top.uid)).toMatchObject({ status: 422, code: 'NOT_IN_TEAM' });
    expect(await under(first, second.uid)).toMatchObject({ status: 422, code: 'NOT_IN_TEAM' });
    expect(await under(top, 'NOT-A-UID')).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
  });

  it('shows nobody twice or never though newcomers, and whole branches, come in while somebody pages', async () => {
    const { club, join, top, first, second, third, fourth } = await startTeam();
    const branch = await join();
    await join('0', branch);
    const readPage = async (number: string) => {
      const { downlineDetails } = await club.provider.call('myTeam', { token: top.token, query: { page: number, size: '2' } });
      return downlineDetails.content.map(({ uid }) => uid);
    };
    const firstPage = await readPage('1');
    await join('0', top);
    await branch.call('referBy', { body: { referralCode: top.referralCode } });
    expect([...firstPage, ...(await readPage('2'))]).toEqual([fourth.uid, third.uid, second.uid, first.uid]);
    expect(await uids(top)).toHaveLength(7);
  });
});

describe('a team of thousands', () => {
  it('is read as fast as a small one', { timeout: 60_000 }, async () => {
    const club = await startClub();
    const top = await club.join();
    const small = await club.join();
    const { pool, databaseUrl } = club.provider;
    // 10 + 200 + 4,000 below the first, ten below the second, each with a purchase, among as many strangers.
    await pool.query(`
      insert into member (id, uid, username, username_key, username_shape, username_folded_shape, address, referral_code, referrer_id, referred_at, language, created_at)
      select ('0198a000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'crowd' || lpad(n::text, 6, '0'), 'crowd-' || n, 'crowd-' || n, 'crowd-' || n, 'crowd-' || n,
             '0x' || lpad(to_hex(n), 40, '0'), 'C' || lpad(n::text, 7, '0'),
             case when n <= 10 then '${top.id}'::uuid when n > 4220 then null when n > 4210 then '${small.id}'::uuid
                  else ('0198a000-0000-7000-8000-' || lpad((case when n <= 210 then 1 + n % 10 else 11 + n % 200 end)::text, 12, '0'))::uuid end,
             case when n > 4220 then null else timestamptz '2026-11-01' + n * interval '1 second' end, 'en', timestamptz '2026-11-01' + n * interval '1 second'
        from generate_series(1, 8420) n`);
    await asAdmin(databaseUrl, async (client) => {
      await client.query('alter table referral_sale disable trigger all');
      await client.query('alter table referral_sale enable trigger team_sold');
    });
    await pool.query(`
      insert into referral_sale (id, buyer_id, kind, base, transaction_id, created_at)
      select gen_random_uuid(), id, 'TREASURY', 1000000, gen_random_uuid(), created_at from member where uid like 'crowd%'`);
    await pool.query('analyze');
    await page(top);
    const startedAt = performance.now();
    const { selfDetails, downlineDetails } = await page(top, { page: '40', size: '100' });
    const tookMs = performance.now() - startedAt;
    expect(selfDetails).toMatchObject({ directCount: 10, teamCount: 4_210, teamVolume: '4210' });
    expect(downlineDetails).toMatchObject({ totalPages: 43 });
    expect(downlineDetails.content).toHaveLength(100);
    // Some tens of milliseconds; a search through all members for each row would take minutes.
    expect(tookMs).toBeLessThan(2_000);
    // What grows with a team shows in the rows that are read, whatever the machine does meanwhile. Of each of the ten shown: a place on each level,
    // itself, who invited it, its four totals; and some rows about who asks.
    for (const member of [small, top]) {
      for (const query of [{ size: '10' }, { size: '10', level: '1' }]) {
        expect(await rowsRead(pool, () => page(member, query))).toBeLessThanOrEqual(10 * 9 + 30);
      }
      expect(await rowsRead(pool, () => member.call('referralInfo'))).toBeLessThanOrEqual(30);
    }
    const seen = new Set<string>();
    for (let number = 1; number <= 43; number += 1) {
      for (const uid of await uids(top, { page: String(number), size: '100' })) seen.add(uid);
    }
    expect(seen.size).toBe(4_210);
  });
});

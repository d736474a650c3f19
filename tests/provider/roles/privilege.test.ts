import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pooledAccount } from '../../../provider/ledger/account.ts';
import { kindBalance } from '../../../provider/ledger/balances.ts';
import { grantRole } from './grant-role.ts';
import { reserveDuePrivileges } from '../../../provider/modules/roles/reserve-privilege.ts';
import { defaultEconomy } from '../../../provider/economy.ts';
import { postTransaction } from '../../../provider/ledger/post.ts';
import { v7 } from 'uuid';
import { operate } from '../operate.ts';
import { type Club, type ClubMember, DAY_MS, rewardPool, startClub } from '../profile/open-club.ts';

const sound = { sound: true };
const ONE = 10n ** 18n;

const claim = (member: ClubMember) => member.send('claimMemberPrivilege', { body: {} });
const privilegeOf = async (member: ClubMember) => (await member.call('claimInfo')).privilege;

async function startWithPool(juf: string): Promise<Club> {
  const club = await startClub();
  if (juf !== '0') await club.give(rewardPool, 'JUF', juf);
  return club;
}

async function drain({ provider }: Club, juf: string): Promise<void> {
  const amountBaseUnits = BigInt(juf) * ONE;
  const entries = [
    { account: rewardPool, token: 'JUF' as const, amountBaseUnits: -amountBaseUnits },
    { account: pooledAccount('TREASURY'), token: 'JUF' as const, amountBaseUnits },
  ];
  await operate(provider, (tx) => postTransaction(tx, { id: v7(), kind: 'ADJUSTMENT', occurredAt: provider.time.now, entries }));
}

function runJob({ provider, database }: Club): Promise<number> {
  return reserveDuePrivileges({ database, economy: defaultEconomy, clock: () => provider.time.now });
}

describe('a privilege', () => {
  it('falls due 30 days after the first purchase to the millisecond, and then every 30', async () => {
    const club = await startWithPool('1000');
    const member = await club.join('500');
    expect(await privilegeOf(member)).toEqual({ claimable: false, juf: '0', score: 0, nextAt: null });
    expect(await claim(member)).toMatchObject({ status: 422, code: 'NOTHING_TO_CLAIM' });
    await member.buyRole('GOLD');
    const nextAt = '2026-12-21T09:00:00.000Z';
    expect(await privilegeOf(member)).toEqual({ claimable: false, juf: '26', score: 300, nextAt });
    club.provider.time.advance(30 * DAY_MS - 1);
    expect(await claim(member)).toMatchObject({ status: 422, code: 'NOTHING_TO_CLAIM', detail: { nextAt } });
    club.provider.time.advance(1);
    expect(await privilegeOf(member)).toEqual({ claimable: true, juf: '26', score: 300, nextAt: '2027-01-20T09:00:00.000Z' });
    expect((await claim(member)).data).toMatchObject({
      claimed: { juf: '26', score: 300 },
      nextAt: '2027-01-20T09:00:00.000Z',
      transaction: { kind: 'PRIVILEGE', amount: '26' },
    });
    expect(await claim(member)).toMatchObject({ status: 422, code: 'NOTHING_TO_CLAIM' });
    expect(await privilegeOf(member)).toMatchObject({ claimable: false });
    expect([await member.available('JUF'), await club.holds(rewardPool, 'JUF')]).toEqual(['26', '974']);
    const { data } = await member.call('walletTransactionList', { query: { walletType: 'JUF' } });
    expect(data).toMatchObject([{ kind: 'PRIVILEGE', amount: '26', direction: 'IN' }]);
    expect((await member.call('juScoreHistory')).list.content).toMatchObject([{ kind: 'PRIVILEGE', points: 300 }]);
    expect(await club.audit()).toMatchObject(sound);
  });

  it('is not moved by an upgrade, and brings what the role of its date brings', async () => {
    const club = await startWithPool('2000');
    const member = await club.join('10000');
    await member.buyRole('SILVER');
    club.passDays(20);
    await member.buyRole('GOLD');
    club.passDays(10);
    expect((await claim(member)).data).toMatchObject({ claimed: { juf: '26', score: 300 }, nextAt: '2027-01-20T09:00:00.000Z' });
    club.passDays(30);
    club.provider.time.advance(1);
    // Due as Gold, claimed as Diamond.
    await member.buyRole('DIAMOND');
    expect((await claim(member)).data).toMatchObject({ claimed: { juf: '26', score: 300 } });
    club.passDays(30);
    expect((await claim(member)).data).toMatchObject({ claimed: { juf: '540', score: 3_000 } });
  });

  it('does not add up: what was not claimed in its 30 days goes back to the pool', async () => {
    const club = await startWithPool('1000');
    const member = await club.join('500');
    await member.buyRole('GOLD');
    club.passDays(30);
    expect(await privilegeOf(member)).toMatchObject({ claimable: true });
    expect(await club.holds(rewardPool, 'JUF')).toBe('974');
    club.passDays(61);
    expect(await privilegeOf(member)).toEqual({ claimable: true, juf: '26', score: 300, nextAt: '2027-03-21T09:00:00.000Z' });
    expect(await club.holds(rewardPool, 'JUF')).toBe('974');
    await claim(member);
    expect(await claim(member)).toMatchObject({ code: 'NOTHING_TO_CLAIM' });
    expect(await member.available('JUF')).toBe('26');
    expect(await kindBalance(club.database, 'REWARD_POOL_RESERVED', 'JUF')).toBe(0n);
    expect(await club.audit()).toMatchObject(sound);
  });

  it('comes with a purchase, not with a role that was granted; but a granted one counts for what it brings', async () => {
    const club = await startWithPool('1000');
    const [granted, both] = [await club.join(), await club.join('100')];
    const grant = (member: ClubMember) => operate(club.provider, (tx) => grantRole(tx, member.id, 'PLATINUM', club.provider.time.now));
    await grant(granted);
    await both.buyRole('SILVER');
    await grant(both);
    club.passDays(30);
    expect(await claim(granted)).toMatchObject({ code: 'NOTHING_TO_CLAIM' });
    expect((await claim(both)).data).toMatchObject({ claimed: { juf: '105', score: 1_000 } });
  });

  it('is not shown until the reward pool can pay it, and once shown is paid whatever becomes of the pool', async () => {
    const club = await startWithPool('0');
    const member = await club.join('500');
    await member.buyRole('GOLD');
    club.passDays(31);
    expect(await privilegeOf(member)).toMatchObject({ claimable: false, juf: '26' });
    expect(await claim(member)).toMatchObject({ status: 422, code: 'NOTHING_TO_CLAIM' });
    await club.give(rewardPool, 'JUF', '27');
    expect(await privilegeOf(member)).toMatchObject({ claimable: true, juf: '26' });
    await drain(club, '1');
    expect((await claim(member)).data).toMatchObject({ claimed: { juf: '26' } });
    expect(await club.audit()).toMatchObject(sound);
  });

  it('that the pool can’t pay leaves nothing behind, however often anybody looks', async () => {
    const club = await startWithPool('0');
    const member = await club.join('500');
    await member.buyRole('GOLD');
    club.passDays(30);
    for (let look = 0; look < 3; look += 1) {
      expect(await privilegeOf(member)).toMatchObject({ claimable: false });
      expect(await runJob(club)).toBe(0);
    }
    const { rows } = await club.provider.pool.query("select from ledger_account where kind = 'REWARD_POOL_RESERVED'");
    expect(rows).toHaveLength(0);
    expect(await club.audit()).toMatchObject(sound);
  });

  it('lapses into the next one though the pool is empty', async () => {
    const club = await startWithPool('26');
    const member = await club.join('500');
    await member.buyRole('GOLD');
    club.passDays(30);
    expect(await privilegeOf(member)).toMatchObject({ claimable: true });
    club.passDays(30);
    expect(await privilegeOf(member)).toMatchObject({ claimable: true, nextAt: '2027-02-19T09:00:00.000Z' });
    expect((await claim(member)).data).toMatchObject({ claimed: { juf: '26' } });
    expect(await club.audit()).toMatchObject(sound);
  });

  it('that cost more than the pool has left lapses without leaving anything behind', async () => {
    const club = await startWithPool('26');
    const member = await club.join('10000');
    await member.buyRole('GOLD');
    club.passDays(30);
    expect(await privilegeOf(member)).toMatchObject({ claimable: true });
    await member.buyRole('DIAMOND');
    club.passDays(30);
    expect(await privilegeOf(member)).toMatchObject({ claimable: false, juf: '540' });
    expect(await claim(member)).toMatchObject({ code: 'NOTHING_TO_CLAIM' });
    expect(await club.holds(rewardPool, 'JUF')).toBe('26');
    expect(await club.audit()).toMatchObject(sound);
  });

  it('is paid once to who claims and looks many times at once', async () => {
    const club = await startWithPool('1000');
    const member = await club.join('500');
    await member.buyRole('GOLD');
    club.passDays(30);
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => (index % 3 === 0 ? member.send('claimInfo') : claim(member))),
    );
    expect(answers.filter(({ status, data }) => status === 200 && JSON.stringify(data).includes('claimed'))).toHaveLength(1);
    expect(answers.every(({ status, code }) => status === 200 || code === 'NOTHING_TO_CLAIM')).toBe(true);
    expect([await member.available('JUF'), await club.holds(rewardPool, 'JUF')]).toEqual(['26', '974']);
    expect(await club.audit()).toMatchObject(sound);
  });
});

describe('the job that reserves privileges', () => {
  it('does so for all that are due, once, as far as the pool reaches, however many run it', async () => {
    const club = await startWithPool('53');
    const members = [await club.join('500'), await club.join('500'), await club.join('500')];
    for (const member of members) {
      await member.buyRole('GOLD');
      club.provider.time.advance(1_000);
    }
    expect(await runJob(club)).toBe(0);
    club.passDays(30);
    const counts = await Promise.all([runJob(club), runJob(club), runJob(club)]);
    expect(await club.holds(rewardPool, 'JUF')).toBe('1');
    expect(counts.every((count) => count <= 2)).toBe(true);
    const shown = await Promise.all(members.map(async (member) => (await privilegeOf(member)).claimable));
    expect(shown).toEqual([true, true, false]);
    await club.give(rewardPool, 'JUF', '25');
    expect(await runJob(club)).toBe(1);
    expect(await runJob(club)).toBe(0);
    expect(await club.audit()).toMatchObject(sound);
  });

  it('does so for those after one that fails, and reports it', { tags: 'full' }, async () => {
    const club = await startWithPool('1000');
    const [first, second] = [await club.join('500'), await club.join('500')];
    await first.buyRole('GOLD');
    club.provider.time.advance(1_000);
    await second.buyRole('GOLD');
    club.passDays(30);
    await club.provider.pool.query(`alter table role_privilege add constraint broken check (member_id <> '${first.id}')`);
    await expect(runJob(club)).rejects.toThrow('1 privileges could not be reserved');
    expect(await club.holds(rewardPool, 'JUF')).toBe('974');
    await club.provider.pool.query('alter table role_privilege drop constraint broken');
    expect(await runJob(club)).toBe(1);
  });
});

it(
  'the dates and sums of privileges follow from the first purchase alone, however often anybody looks, claims or upgrades',
  { tags: 'full' },
  async () => {
    const club = await startWithPool('1000000');
    const codes = ['SILVER', 'GOLD', 'PLATINUM', 'DIAMOND'];
    const brings = [0n, 5n, 26n, 105n, 540n];
    const step = fc.record({ days: fc.integer({ min: 0, max: 50 }), does: fc.constantFrom('CLAIM', 'LOOK', 'UPGRADE', 'JOB') });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const member = await club.join('10000');
        const history: { at: number; rank: number }[] = [];
        let [claimedPeriod, received] = [0, 0n];
        for (const { days, does } of steps) {
          club.passDays(days);
          const now = club.provider.time.now.getTime();
          const first = history[0]?.at;
          const period = first === undefined ? 0 : Math.floor((now - first) / (30 * DAY_MS));
          if (does === 'LOOK') {
            expect((await privilegeOf(member)).claimable).toBe(period > claimedPeriod);
          } else if (does === 'JOB') {
            await runJob(club);
          } else if (does === 'UPGRADE') {
            const code = codes[history.length];
            if (code === undefined) continue;
            await member.buyRole(code);
            history.push({ at: now, rank: history.length + 1 });
          } else {
            const answer = await claim(member);
            expect(answer.status).toBe(period > claimedPeriod ? 200 : 422);
            if (answer.status !== 200 || first === undefined) continue;
            claimedPeriod = period;
            const held = history.findLast(({ at }) => at <= first + period * 30 * DAY_MS)?.rank ?? 0;
            received += brings[held] ?? 0n;
          }
        }
        expect(await member.available('JUF')).toBe(received.toString());
      }),
      { numRuns: 12 },
    );
    expect(await club.audit()).toMatchObject(sound);
  },
);

import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../src/lib/api/contract/contract.ts';
import { bonusCap } from '../../../src/lib/team/bonus-cap.ts';
import { ONE } from '../../../src/lib/token-decimals.ts';
import { grantRole } from '../roles/grant-role.ts';
import { operate } from '../operate.ts';
import { bonusPool, type ClubMember, startClub } from '../profile/open-club.ts';

const sound = { sound: true };

async function earned(member: ClubMember): Promise<string> {
  return (await member.call('bonusInfo')).totalEarned;
}

/** How much all of these have spent and not got back, in USDT. */
async function spentByAll(members: readonly ClubMember[], broughtIn: number): Promise<number> {
  for (const member of members) await member.send('claimBonus', { body: {} });
  const left = await Promise.all(members.map((member) => member.available('USDT')));
  return broughtIn - left.reduce((sum, amount) => sum + Number(amount), 0);
}

describe('what a member earns in bonuses', () => {
  it('is nothing with the free role, nor with one that was given, and the sale’s share stays in the pool', async () => {
    const club = await startClub();
    const free = await club.join();
    const given = await club.join('0', free);
    await operate(club.provider, (tx) => grantRole(tx, given.id, 'DIAMOND', club.provider.time.now));
    const buyer = await club.join('100', given);
    await buyer.buyRole('SILVER');
    expect([await earned(free), await earned(given), await club.holds(bonusPool, 'USDT')]).toEqual(['0', '0', '20']);
    expect((await given.call('referralInfo')).levels.map(({ rate }) => rate)).toEqual([0, 0, 0]);
  });

  it('ends at half of the roles’ cost, to the last unit, and grows with the next role’s cost', async () => {
    const club = await startClub();
    const sponsor = await club.join('500');
    await sponsor.buyRole('SILVER');
    const bigBuyer = await club.join('2000', sponsor);
    await (await club.join('500', sponsor)).buyRole('GOLD');
    expect(await earned(sponsor)).toBe('35');
    club.provider.time.advance(1);
    // 7 % of 2,000 would be 140.
    await bigBuyer.buyRole('PLATINUM');
    expect(await earned(sponsor)).toBe('50');
    expect((await sponsor.call('bonusLog')).data[0]).toMatchObject({ base: '2000', rate: 700, amount: '15' });
    expect((await sponsor.call('referralInfo')).levels[0]?.rate).toBe(0);
    await (await club.join('100', sponsor)).buyRole('SILVER');
    expect(await earned(sponsor)).toBe('50');
    expect((await sponsor.send('claimBonus', { body: {} })).data).toMatchObject({ claimed: '50' });
    // Claimed bonuses count.
    await sponsor.buyRole('GOLD');
    expect((await sponsor.call('referralInfo')).levels[0]?.rate).toBe(900);
    await (await club.join('500', sponsor)).buyRole('GOLD');
    expect(await earned(sponsor)).toBe('95');
    expect(await club.audit()).toMatchObject(sound);
  });

  it('never gives a person back what their own accounts pay: three free ones nothing, three with roles half of their price at most', async () => {
    const club = await startClub();
    const lineOf = async (roles: readonly (string | null)[]): Promise<ClubMember[]> => {
      const line: ClubMember[] = [];
      for (const role of roles) {
        const member = await club.join('20000', line.at(-1));
        if (role !== null) await member.buyRole(role);
        line.push(member);
      }
      return line;
    };
    const free = await lineOf([null, null, null, 'DIAMOND']);
    expect(await spentByAll(free, 80_000)).toBe(10_000);
    const paying = await lineOf(['SILVER', 'SILVER', 'SILVER', 'DIAMOND']);
    // Without the cap the last one's 10,000 alone would bring the three 700, 300 and 100.
    expect(await spentByAll(paying, 80_000)).toBe(300 - 150 + 10_000);
    expect(await club.audit()).toMatchObject(sound);
  });

  it('is not exceeded by sales at the same moment', async () => {
    const club = await startClub();
    const sponsor = await club.join('100');
    await sponsor.buyRole('SILVER');
    const buyers: ClubMember[] = [];
    for (let index = 0; index < 12; index += 1) buyers.push(await club.join('100', sponsor));
    // Half of them are brought by the other half: each sale then credits two, and what it locks differs.
    const grandBuyers: ClubMember[] = [];
    for (const buyer of buyers.slice(0, 6)) grandBuyers.push(await club.join('100', buyer));
    await Promise.all([...buyers, ...grandBuyers].map((buyer) => buyer.buyRole('SILVER')));
    // 12 × 7 and 6 × 3 would be 102.
    expect(await earned(sponsor)).toBe('50');
    const pool = (await spentByAll([sponsor], 100)) === 50 ? await club.holds(bonusPool, 'USDT') : 'not claimed';
    const below = await Promise.all(buyers.slice(0, 6).map(earned));
    expect(Number(pool)).toBe(19 * 20 - 50);
    expect(below.every((amount) => amount === '0' || amount === '7')).toBe(true);
    expect(await club.audit()).toMatchObject(sound);
  });

  it('is told once it is reached, with its amount, and not before', async () => {
    const club = await startClub();
    const sponsor = await club.join('500');
    const told = async () => {
      const { earned, cap, why } = bonusCap(
        contract.referralInfo.output.parse(await sponsor.call('referralInfo')),
        contract.memberRolesList.output.parse(await sponsor.call('memberRolesList')),
      );
      return { earned, cap, why };
    };
    expect(await told()).toEqual({ earned: 0n, cap: 0n, why: 'NOTHING_PAID' });
    await operate(club.provider, (tx) => grantRole(tx, sponsor.id, 'SILVER', club.provider.time.now));
    expect(await told()).toEqual({ earned: 0n, cap: 0n, why: 'NOTHING_PAID' });
    await sponsor.buyRole('GOLD');
    expect(await told()).toEqual({ earned: 0n, cap: 250n * ONE, why: null });
    await (await club.join('10000', sponsor)).buyRole('DIAMOND');
    expect(await told()).toEqual({ earned: 250n * ONE, cap: 250n * ONE, why: 'REACHED' });
  });

  it('is counted by the database alone', async () => {
    const club = await startClub();
    const sponsor = await club.join('100');
    await sponsor.buyRole('SILVER');
    await (await club.join('100', sponsor)).buyRole('SILVER');
    const { rows } = await club.database.execute(sql`select earned from bonus_total where member_id = ${sponsor.id}`);
    expect(rows).toEqual([{ earned: '7000000' }]);
    for (const write of [sql`update bonus_total set earned = 0`, sql`delete from bonus_total`]) {
      await expect(club.database.execute(write)).rejects.toMatchObject({ cause: { constraint: 'bonus_total_kept' } });
    }
  });
});

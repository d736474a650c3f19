import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '../../../provider/db/in-transaction.ts';
import { Refusal } from '../../../provider/http/refusal.ts';
import { claimBonus } from '../../../provider/modules/bonuses/list-bonuses.ts';
import { undoReferBy } from '../../../provider/modules/profile/refer-by.ts';
import { bonusPool, type Club, type ClubMember, DAY_MS, startClub } from '../profile/open-club.ts';
import { onServer } from '../../support/on-server.ts';
import { asServerRole } from '../../support/server-role.ts';

const sound = { sound: true };
const bind = (member: ClubMember, sponsor: ClubMember) => member.call('referBy', { body: { referralCode: sponsor.referralCode } });
const undo = (member: ClubMember) => member.send('undoReferBy', { body: {} });
const claim = (member: ClubMember) => member.send('claimBonus', { key: randomUUID(), body: {} });

/** A member whose role earns bonuses: 7, 3 and 1 %. */
async function earner(club: Club, sponsor?: ClubMember): Promise<ClubMember> {
  const member = await club.join('100', sponsor);
  await member.buyRole('SILVER');
  return member;
}

/** The part of a role's bonus cap that is used up, in base units. */
async function countedOf({ database }: Club, { id }: ClubMember): Promise<string | undefined> {
  const { rows } = await database.execute<{ earned: string }>(sql`select earned from bonus_total where member_id = ${id}`);
  return rows[0]?.earned;
}

/** Everything that shows a member bonuses. */
async function shown(member: ClubMember) {
  const [info, log, claims, referral] = await Promise.all([
    member.call('bonusInfo'),
    member.call('bonusLog'),
    member.call('claimInfo'),
    member.call('referralInfo'),
  ]);
  const { totalEarned, claimable } = info;
  return { totalEarned, claimable, listed: log.data.length, toClaim: claims.bonus.claimable, earned: referral.earned };
}
const nothing = { totalEarned: '0', claimable: '0', listed: 0, toClaim: '0', earned: '0' };

describe('bonuses from the first day of a late binding', () => {
  it('belong to no member until the day is over, and never if the binding is undone', async () => {
    const club = await startClub();
    const [thief, victim] = [await earner(club), await club.join('1000')];
    await bind(victim, thief);
    await victim.buyRole('SILVER');
    await victim.buyRole('GOLD');
    expect(await shown(thief)).toEqual(nothing);
    expect(await claim(thief)).toMatchObject({ status: 422, code: 'NOTHING_TO_CLAIM' });
    expect(await club.audit()).toMatchObject(sound);
    club.provider.time.advance(DAY_MS - 1);
    expect(await shown(thief)).toEqual(nothing);
    expect(await countedOf(club, thief)).toBe('35000000');
    expect(await undo(victim)).toMatchObject({ status: 200 });
    expect(await countedOf(club, thief)).toBe('0');
    expect(await victim.call('userInfo')).toMatchObject({ referrer: null });
    expect(await thief.call('referralInfo')).toMatchObject({ directCount: 0, teamVolume: '0' });
    club.passDays(40);
    expect(await shown(thief)).toEqual(nothing);
    expect(await claim(thief)).toMatchObject({ status: 422, code: 'NOTHING_TO_CLAIM' });
    expect(await club.holds(bonusPool, 'USDT')).toBe('120');
    expect(await club.audit()).toMatchObject(sound);
  });

  it('are the sponsor’s when the day is over, as new as that moment, and cannot be undone then', async () => {
    const club = await startClub();
    const [sponsor, late] = [await earner(club), await club.join('1000')];
    await bind(late, sponsor);
    const boundAtMs = club.provider.time.now.getTime();
    await late.buyRole('SILVER');
    club.provider.time.advance(3_600_000);
    await (await club.join('100', sponsor)).buyRole('SILVER');
    expect(await shown(sponsor)).toMatchObject({ claimable: '7', listed: 1 });
    club.provider.time.advance(DAY_MS - 3_600_000);
    expect(await shown(sponsor)).toEqual({ totalEarned: '14', claimable: '14', listed: 2, toClaim: '14', earned: '14' });
    const dueAt = new Date(boundAtMs + DAY_MS).toISOString();
    const { data } = await sponsor.call('bonusLog');
    expect(data[0]).toMatchObject({ from: { uid: late.uid }, status: 'CLAIMABLE', createdAt: dueAt });
    expect((await sponsor.call('bonusLog', { query: { from: dueAt } })).data).toHaveLength(1);
    expect(await undo(late)).toMatchObject({ status: 422, code: 'REFERRAL_FINAL' });
    expect(await claim(sponsor)).toMatchObject({ status: 200, data: { claimed: '14' } });
    expect(await undo(late)).toMatchObject({ status: 422, code: 'REFERRAL_FINAL' });
    await late.buyRole('GOLD');
    expect(await shown(sponsor)).toMatchObject({ totalEarned: '42', claimable: '28' });
    expect(await club.audit()).toMatchObject(sound);
  });

  it('are held for the thief’s own uplines, and from what the member’s team buys', async () => {
    const club = await startClub();
    const boss = await earner(club);
    const thief = await earner(club, boss);
    const victim = await club.join('100');
    const friend = await club.join('100', victim);
    const before = await shown(boss);
    await bind(victim, thief);
    await victim.buyRole('SILVER');
    await friend.buyRole('SILVER');
    const gained = async () => [await shown(boss), await shown(thief)];
    expect(await gained()).toEqual([before, nothing]);
    // The friend joined by the member's own invitation: that bonus has nothing to do with the late binding.
    expect(await shown(victim)).toMatchObject({ claimable: '7', listed: 1 });
    await undo(victim);
    club.passDays(2);
    expect(await gained()).toEqual([before, nothing]);
    expect(await claim(victim)).toMatchObject({ status: 200, data: { claimed: '7' } });
    expect(await club.audit()).toMatchObject(sound);
  });

  it('wait for every late binding on their way up, and any of them undone cancels them', async () => {
    const club = await startClub();
    const [top, middle, buyer, other] = [await earner(club), await earner(club), await club.join('600'), await club.join('100')];
    await bind(middle, top);
    club.provider.time.advance(DAY_MS / 2);
    await bind(buyer, middle);
    await bind(other, middle);
    await buyer.buyRole('SILVER');
    await other.buyRole('SILVER');
    club.provider.time.advance(DAY_MS / 2);
    // The upper binding is final, the lower ones are not.
    for (const member of [top, middle]) expect(await shown(member)).toEqual(nothing);
    await undo(other);
    club.provider.time.advance(DAY_MS / 2);
    expect(await shown(middle)).toMatchObject({ claimable: '7', listed: 1 });
    expect(await shown(top)).toMatchObject({ claimable: '3', listed: 1 });
    expect(await claim(top)).toMatchObject({ data: { claimed: '3' } });
    expect(await claim(middle)).toMatchObject({ data: { claimed: '7' } });
    expect(await club.audit()).toMatchObject(sound);
  });

  it('begin a new day when the member names somebody else', async () => {
    const club = await startClub();
    const [thief, sponsor, member] = [await earner(club), await earner(club), await club.join('1000')];
    await bind(member, thief);
    await member.buyRole('SILVER');
    await undo(member);
    expect(await member.call('referralBinding')).toEqual({ binding: null });
    club.provider.time.advance(DAY_MS / 2);
    await bind(member, sponsor);
    await member.buyRole('GOLD');
    expect(await member.call('referralBinding')).toMatchObject({
      binding: { referrer: { uid: sponsor.uid }, undoUntil: new Date(club.provider.time.now.getTime() + DAY_MS).toISOString() },
    });
    club.provider.time.advance(DAY_MS / 2);
    expect(await shown(sponsor)).toEqual(nothing);
    club.provider.time.advance(DAY_MS / 2);
    expect(await shown(thief)).toEqual(nothing);
    expect(await claim(sponsor)).toMatchObject({ data: { claimed: '28' } });
    expect(await member.call('referralBinding')).toEqual({ binding: null });
    expect(await club.audit()).toMatchObject(sound);
  });
});

describe('what cannot be undone', () => {
  it('is a referrer that came with joining, and none', async () => {
    const club = await startClub();
    const sponsor = await club.join();
    expect(await undo(await club.join('0', sponsor))).toMatchObject({ status: 422, code: 'REFERRAL_FINAL' });
    expect(await undo(sponsor)).toMatchObject({ status: 422, code: 'NOTHING_TO_UNDO' });
  });

  it('is a binding of which a bonus was claimed, by whichever clock', async () => {
    const { club, sponsor, buyer, finalAt } = await boundAndBought();
    expect(await claimAt(club, sponsor, finalAt)).toBe('PAID');
    expect(await undoAt(club, buyer, new Date(finalAt.getTime() - 1))).toBe('REFERRAL_FINAL');
    expect(await club.audit()).toMatchObject(sound);
  });

  it('was claimed or undone, never both, when two clocks differ at the end of the day', async () => {
    const { club, sponsor, buyer, finalAt } = await boundAndBought();
    const [claimed, undone] = await Promise.all([claimAt(club, sponsor, finalAt), undoAt(club, buyer, new Date(finalAt.getTime() - 1))]);
    expect([
      ['PAID', 'REFERRAL_FINAL'],
      ['NOTHING_TO_CLAIM', 'UNDONE'],
    ]).toContainEqual([claimed, undone]);
    expect(await sponsor.available('USDT')).toBe(claimed === 'PAID' ? '7' : '0');
    expect(await club.audit()).toMatchObject(sound);
  });
});

it('a purchase that is made while its binding is undone earns no bonus', async () => {
  const club = await startClub();
  const thief = await earner(club);
  const victims: ClubMember[] = [];
  for (let index = 0; index < 6; index += 1) victims.push(await club.join('100'));
  for (const victim of victims) await bind(victim, thief);
  const answers = await Promise.all(victims.flatMap((victim) => [victim.buyRole('SILVER'), undo(victim)]));
  expect(answers).toHaveLength(12);
  expect((await countedOf(club, thief)) ?? '0').toBe('0');
  club.passDays(2);
  expect(await shown(thief)).toEqual(nothing);
  expect(await claim(thief)).toMatchObject({ status: 422, code: 'NOTHING_TO_CLAIM' });
  expect(await club.audit()).toMatchObject(sound);
});

it('the database pays out no bonus that is held, and changes no binding that has ended', async () => {
  const { club, sponsor, buyer } = await boundAndBought();
  const steal = inTransaction(club.database, async (tx) => {
    // Any transaction of the ledger's will do for the foreign key.
    const { rows } = await tx.execute<{ id: string }>(sql`select transaction_id as id from referral_sale limit 1`);
    const claimId = rows[0]?.id;
    await tx.execute(sql`update bonus set claim_id = ${claimId} where member_id = ${sponsor.id}`);
    await tx.execute(sql`insert into bonus_claim (transaction_id, member_id, amount, created_at)
      select ${claimId}, member_id, amount, created_at from bonus where claim_id = ${claimId}`);
  });
  await expect(steal).rejects.toMatchObject({ cause: { constraint: 'bonus_claim_final' } });
  await undo(buyer);
  for (const change of [sql`update referral_binding set undone_at = null`, sql`delete from referral_binding`]) {
    await expect(club.database.execute(change)).rejects.toMatchObject({ cause: { code: '42501' } });
  }
  const held = onServer(asServerRole(club.provider.databaseUrl), (client) => client.query('delete from bonus_hold'));
  await expect(held).rejects.toMatchObject({ code: '42501' });
});

it('naming and undoing in turns is slowed after five a day', async () => {
  const club = await startClub();
  const [sponsor, member] = [await club.join(), await club.join()];
  for (let turn = 0; turn < 5; turn += 1) {
    await bind(member, sponsor);
    await undo(member);
  }
  const again = () => member.send('referBy', { body: { referralCode: sponsor.referralCode } });
  const refused = await again();
  expect(refused).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
  club.provider.time.advance(Number(refused.headers.get('retry-after')) * 1_000);
  expect(await again()).toMatchObject({ status: 200 });
});

async function boundAndBought() {
  const club = await startClub();
  const [sponsor, buyer] = [await earner(club), await club.join('100')];
  await bind(buyer, sponsor);
  await buyer.buyRole('SILVER');
  return { club, sponsor, buyer, finalAt: new Date(club.provider.time.now.getTime() + DAY_MS) };
}

function claimAt({ database }: Club, { id }: ClubMember, now: Date): Promise<string> {
  return codeOf(
    'PAID',
    inTransaction(database, (tx) => claimBonus(tx, { clock: () => now }, id)),
  );
}

function undoAt({ database }: Club, { id }: ClubMember, now: Date): Promise<string> {
  return codeOf('UNDONE', undoReferBy({ database, clock: () => now }, id));
}

async function codeOf(done: string, work: Promise<unknown>): Promise<string> {
  return work.then(
    () => done,
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );
}

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { bonusPool, type Club, type ClubMember, startClub } from '../profile/open-club.ts';

const sound = { sound: true };
const claim = (member: ClubMember, key: string = randomUUID()) => member.send('claimBonus', { key, body: {} });

/** Members one below the other, the first at the top. */
async function lineage(club: Club, count: number, usdt = '10000'): Promise<ClubMember[]> {
  const line: ClubMember[] = [];
  for (let index = 0; index < count; index += 1) line.push(await club.join(usdt, line.at(-1)));
  return line;
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items.at(index);
  if (item === undefined) throw new Error(`there is nothing at ${index}`);
  return item;
}

describe('a sale', () => {
  it('brings each of three uplines the rate of its own role, and nothing above them', async () => {
    const club = await startClub();
    const line = await lineage(club, 5);
    await at(line, 2).buyRole('GOLD');
    await at(line, 1).buyRole('DIAMOND');
    await at(line, 3).buyRole('SILVER');
    const before = await Promise.all(line.map(async (member) => (await member.call('bonusInfo')).totalEarned));
    await at(line, 4).buyRole('SILVER');
    const after = await Promise.all(line.map(async (member) => (await member.call('bonusInfo')).totalEarned));
    const earned = after.map((total, index) => Number(total) - Number(before[index]));
    // Above the buyer: Silver (7 % of the first level), Gold (4 % of the second), Diamond (4 % of the third), and one too far up.
    expect(earned).toEqual([0, 4, 4, 7, 0]);
    expect(await club.audit()).toMatchObject(sound);
  });

  it('is computed at the rate of the moment: a role bought later doesn’t change it', async () => {
    const club = await startClub();
    const [sponsor, buyer] = await lineage(club, 2);
    if (sponsor === undefined || buyer === undefined) throw new Error('two were asked for');
    await sponsor.buyRole('SILVER');
    await buyer.buyRole('SILVER');
    await sponsor.buyRole('DIAMOND');
    expect(await sponsor.call('bonusInfo')).toMatchObject({ totalEarned: '7', claimable: '7' });
    await buyer.buyRole('GOLD');
    expect(await sponsor.call('bonusInfo')).toMatchObject({ totalEarned: '51' });
  });

  it('brings nothing to who became an upline afterwards', async () => {
    const club = await startClub();
    const [sponsor, buyer] = [await club.join('100'), await club.join('500')];
    await sponsor.buyRole('SILVER');
    await buyer.buyRole('SILVER');
    await buyer.call('referBy', { body: { referralCode: sponsor.referralCode } });
    club.passDays(1);
    expect(await sponsor.call('bonusInfo')).toMatchObject({ totalEarned: '0' });
    await buyer.buyRole('GOLD');
    expect(await sponsor.call('bonusInfo')).toMatchObject({ totalEarned: '28' });
  });

  it('cannot promise more than it put into the pool', async () => {
    const club = await startClub();
    const [sponsor, buyer] = await lineage(club, 2);
    await sponsor?.buyRole('SILVER');
    await buyer?.buyRole('SILVER');
    await expect(
      club.database.execute(
        sql`insert into bonus (id, sale_id, member_id, kind, level, rate, amount, created_at)
            select gen_random_uuid(), id, ${sponsor?.id}, kind, 2, 2000, 13000001, created_at from referral_sale where buyer_id = ${buyer?.id}`,
      ),
    ).rejects.toMatchObject({ cause: { constraint: 'bonus_covered' } });
    await expect(club.database.execute(sql`update bonus set amount = amount + 1`)).rejects.toMatchObject({
      cause: { constraint: 'bonus_kept' },
    });
  });
});

describe('the summary', () => {
  it('reports sums by level and kind, and the pool’s balance', async () => {
    const club = await startClub();
    const [top, middle, low] = await lineage(club, 3);
    await top?.buyRole('SILVER');
    await middle?.buyRole('SILVER');
    await low?.buyRole('GOLD');
    expect(await top?.call('bonusInfo')).toEqual({
      totalEarned: '22',
      claimed: '0',
      claimable: '22',
      byLevel: [
        { level: 1, amount: '7' },
        { level: 2, amount: '15' },
        { level: 3, amount: '0' },
      ],
      byKind: [
        { kind: 'TREASURY', amount: '0' },
        { kind: 'ROLE', amount: '22' },
      ],
      pool: '140',
    });
    expect(await top?.call('claimInfo')).toMatchObject({ bonus: { claimable: '22' } });
    expect(await top?.call('referralInfo')).toMatchObject({ earned: '22', teamVolume: '600' });
  });
});

describe('a claim', () => {
  it('pays all that was earned from the bonus pool, once', async () => {
    const club = await startClub();
    const [sponsor, buyer] = await lineage(club, 2, '500');
    if (sponsor === undefined || buyer === undefined) throw new Error('two were asked for');
    expect(await claim(sponsor)).toMatchObject({ status: 422, code: 'NOTHING_TO_CLAIM' });
    await sponsor.buyRole('SILVER');
    await buyer.buyRole('SILVER');
    await buyer.buyRole('GOLD');
    expect((await claim(sponsor)).data).toMatchObject({
      claimed: '35',
      transaction: { kind: 'BONUS', walletType: 'USDT', amount: '35', direction: 'IN', balanceAfter: '435' },
    });
    expect(await claim(sponsor)).toMatchObject({ status: 422, code: 'NOTHING_TO_CLAIM' });
    expect(await sponsor.call('bonusInfo')).toMatchObject({ totalEarned: '35', claimed: '35', claimable: '0', pool: '85' });
    expect(await club.audit()).toMatchObject(sound);
  });

  it('is paid once though made many times at once, while new bonuses come', async () => {
    const club = await startClub();
    const sponsor = await club.join('100');
    await sponsor.buyRole('SILVER');
    const buyers: ClubMember[] = [];
    for (let index = 0; index < 6; index += 1) buyers.push(await club.join('100', sponsor));
    const [, ...answers] = await Promise.all([
      Promise.all(buyers.map((buyer) => buyer.buyRole('SILVER'))),
      ...Array.from({ length: 20 }, () => claim(sponsor)),
    ]);
    expect(answers.every(({ status, code }) => status === 200 || code === 'NOTHING_TO_CLAIM')).toBe(true);
    await claim(sponsor);
    expect(await sponsor.available('USDT')).toBe('42');
    expect(await sponsor.call('bonusInfo')).toMatchObject({ totalEarned: '42', claimed: '42', claimable: '0' });
    expect(await club.audit()).toMatchObject(sound);
  });
});

describe('the log', () => {
  it('lists bonuses newest first with their source, filtered as requested', async () => {
    const club = await startClub();
    const [top, middle, low] = await lineage(club, 3);
    if (top === undefined || middle === undefined || low === undefined) throw new Error('three were asked for');
    await top.buyRole('SILVER');
    await middle.buyRole('SILVER');
    club.passDays(1);
    const boughtAt = club.provider.time.now.toISOString();
    await low.buyRole('GOLD');
    const log = async (query: Record<string, string> = {}) => (await top.call('bonusLog', { query })).data;
    const username = async (member: ClubMember) => (await member.call('userInfo')).username;
    expect(await log()).toMatchObject([
      {
        kind: 'ROLE',
        level: 2,
        from: { uid: low.uid, username: await username(low) },
        base: '500',
        rate: 300,
        amount: '15',
        createdAt: boughtAt,
      },
      { kind: 'ROLE', level: 1, from: { uid: middle.uid }, base: '100', rate: 700, amount: '7', status: 'CLAIMABLE' },
    ]);
    expect(await log({ level: '1' })).toMatchObject([{ level: 1 }]);
    expect(await log({ kind: 'TREASURY' })).toEqual([]);
    expect(await log({ from: boughtAt })).toMatchObject([{ level: 2 }]);
    expect(await log({ to: boughtAt })).toMatchObject([{ level: 1 }]);
    expect(await log({ from: '0000-01-01T00:00:00.000Z', to: '9999-12-31T23:59:59.999Z' })).toHaveLength(2);
    await claim(top);
    expect(await log()).toMatchObject([{ status: 'CLAIMED' }, { status: 'CLAIMED' }]);
    expect(await top.send('bonusLog', { query: { level: '4' } })).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
  });

  it('shows none twice though a bonus comes between two pages', { tags: 'full' }, async () => {
    const club = await startClub();
    const sponsor = await club.join('100');
    await sponsor.buyRole('SILVER');
    for (let index = 0; index < 4; index += 1) await (await club.join('100', sponsor)).buyRole('SILVER');
    const page = (number: string) => club.provider.call('bonusLog', { token: sponsor.token, query: { page: number, size: '2' } });
    const first = await page('1');
    await (await club.join('100', sponsor)).buyRole('SILVER');
    const second = await page('2');
    expect(first.totalPage).toBe(2);
    expect(new Set([...first.data, ...second.data].map(({ id }) => id))).toHaveProperty('size', 4);
  });
});

it(
  'earned, claimed and remaining bonuses add up to the pool’s movements, in any order of purchases and claims',
  { tags: 'full' },
  async () => {
    const club = await startClub();
    const line = await lineage(club, 6);
    const codes = ['SILVER', 'GOLD', 'PLATINUM', 'DIAMOND'];
    const bought = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.boolean(), fc.nat(5)), { maxLength: 6 }), async (steps) => {
        for (const [buys, index] of steps) {
          const member = at(line, index);
          const next = bought.get(index) ?? 0;
          if (!buys) await claim(member);
          else if (next < codes.length) {
            await member.buyRole(codes[next] ?? '');
            bought.set(index, next + 1);
          }
        }
        const infos = await Promise.all(line.map((member) => member.call('bonusInfo')));
        const sum = (pick: (info: (typeof infos)[number]) => string): number =>
          infos.reduce((total, info) => total + Number(pick(info)), 0);
        const { rows } = await club.database.execute<{ base: string }>(
          sql`select coalesce(sum(base::numeric), 0) as base from referral_sale`,
        );
        const put = Number(rows[0]?.base) / 5 / 1e6;
        expect(sum(({ claimed }) => claimed) + Number(await club.holds(bonusPool, 'USDT'))).toBeCloseTo(put, 6);
        expect(sum(({ totalEarned }) => totalEarned)).toBeCloseTo(sum(({ claimed }) => claimed) + sum(({ claimable }) => claimable), 6);
        expect(await club.audit()).toMatchObject(sound);
      }),
      { numRuns: 10 },
    );
  },
);

import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asAdmin } from '../../support/as-admin.ts';
import { type Club, openClub } from '../profile/open-club.ts';
import { onServer } from '../../support/on-server.ts';
import { asServerRole } from '../../support/server-role.ts';

const MEMBERS = 12;
const idOf = (run: number, number: number): string =>
  `0198a${String(run).padStart(3, '0')}-0000-7000-8000-${String(number).padStart(12, '0')}`;

let club: Club & { stop: () => Promise<void> };

beforeAll(async () => {
  club = await openClub();
  // Sales without their ledger transactions: what follows of them is counted by the trigger that stays.
  await asAdmin(club.provider.databaseUrl, async (client) => {
    await client.query('alter table referral_sale disable trigger all');
    await client.query('alter table referral_sale enable trigger team_sold');
  });
});
afterAll(() => club.stop());

/** Binds a member to one with a lower number, so no cycle arises; null undoes it. A sale has no referrer. */
const step = fc.record({
  member: fc.integer({ min: 1, max: MEMBERS }),
  referrer: fc.option(fc.integer({ min: 0, max: MEMBERS - 1 })),
  sale: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
});

it('teams are what ties and sales add up to, whatever comes at the same moment', { timeout: 120_000 }, async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 12 }), async (rounds) => {
      run += 1;
      const current = run;
      for (let number = 0; number <= MEMBERS; number += 1) await addMember(current, number);
      for (const together of rounds) {
        await Promise.all(
          together.map(({ member, referrer, sale }) =>
            sale === null
              ? tie(idOf(current, member), referrer === null ? null : idOf(current, referrer % member))
              : sell(idOf(current, member), sale),
          ),
        );
      }
      expect(await kept()).toEqual(await walked());
    }),
    { seed: 190, numRuns: 12 },
  );
});

it('other members don’t change a team’s sums', async () => {
  for (const number of [0, 1]) await addMember(999, number);
  for (const write of ['update team_total set volume = 0', 'delete from team_place', 'update team_place set level = 1']) {
    await expect(asServer(write)).rejects.toMatchObject({ code: '42501' });
  }
});

async function asServer(change: string): Promise<unknown> {
  return onServer(asServerRole(club.provider.databaseUrl), (client) => client.query(change));
}

async function addMember(run: number, number: number): Promise<void> {
  const name = `follow-${run}-${number}`;
  await club.provider.pool.query(
    `insert into member (id, uid, username, username_key, username_shape, username_folded_shape, address, referral_code, referrer_id, referred_at, language, created_at)
     values ($1, $2, $3, $3, $3, $3, $4, $5, $6, $7, 'en', '2026-11-01')`,
    [
      idOf(run, number),
      `f${String(run).padStart(3, '0')}${String(number).padStart(3, '0')}`,
      name,
      `0x${(run * 100 + number).toString(16).padStart(40, '0')}`,
      `F${String(run * 100 + number).padStart(7, '0')}`,
      // Half of them join under somebody.
      number % 2 === 1 ? idOf(run, number >> 1) : null,
      number % 2 === 1 ? '2026-11-01' : null,
    ],
  );
}

async function tie(id: string, referrer: string | null): Promise<void> {
  await club.provider.pool.query('update member set referrer_id = $2, referred_at = $3 where id = $1', [
    id,
    referrer,
    referrer === null ? null : new Date(Date.UTC(2026, 10, 2)).toISOString(),
  ]);
}

async function sell(buyer: string, base: number): Promise<void> {
  await club.provider.pool.query(
    `insert into referral_sale (id, buyer_id, kind, base, transaction_id, created_at)
     values (gen_random_uuid(), $1, 'TREASURY', $2, gen_random_uuid(), '2026-11-02')`,
    [buyer, base],
  );
}

const PLACES = `select ancestor_id, member_id, level, extract(epoch from entered_at)::text as entered from`;

async function kept(): Promise<unknown> {
  const { pool } = club.provider;
  const places = await pool.query(`${PLACES} team_place order by 1, 2`);
  const totals = await pool.query(
    'select member_id, level, members::text, volume::text from team_total where members > 0 or volume > 0 order by 1, 2',
  );
  return [places.rows, totals.rows];
}

/** The same, recomputed from scratch. */
async function walked(): Promise<unknown> {
  const { pool } = club.provider;
  const team = `with recursive place as (
      select referrer_id as ancestor_id, id as member_id, 1 as level, referred_at as entered_at from member where referrer_id is not null
      union all
      select above.referrer_id, place.member_id, place.level + 1, greatest(place.entered_at, above.referred_at)
        from place join member above on above.id = place.ancestor_id where above.referrer_id is not null and place.level < 3
    )`;
  const places = await pool.query(`${team} ${PLACES} place order by 1, 2`);
  const totals = await pool.query(`${team}, counted as (
      select ancestor_id as member_id, level, count(*) as members,
             coalesce(sum((select sum(base::numeric) from referral_sale where buyer_id = place.member_id)), 0) as volume
        from place group by ancestor_id, level
      union all
      select buyer_id, 0, 0, sum(base::numeric) from referral_sale group by buyer_id
    ) select member_id, level, members::text, volume::text from counted order by 1, 2`);
  return [places.rows, totals.rows];
}

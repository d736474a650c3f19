import { sql, type SQL } from 'drizzle-orm';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Queryable } from '../../db/database.ts';
import type { Services } from '../../provider-services.ts';
import type { Member } from '../account/schema.ts';

type PowerInfo = SentDataOf<(typeof contract)['juPowerInfo']>;

const HISTORY_DAYS = 90;
const DAY_MS = 86_400_000;

/** GET /sales/juPowerInfo */
export async function readPowerInfo({ database, clock }: Services, self: Member): Promise<PowerInfo> {
  const now = clock();
  const { total, parts } = await readPower(database, self.id, now);
  return {
    power: format(total),
    rank: total === 0n ? null : await readRank(database, total, now),
    parts: { treasury: format(parts.treasury), staking: format(parts.staking), role: format(parts.role), score: format(parts.score) },
    history: await readHistory(database, self, now),
  };
}

/** One more than the number of members with more power; equal power means equal rank. */
async function readRank(database: Queryable, power: bigint, now: Date): Promise<number> {
  const { rows } = await database.execute<{ above: string }>(sql`
    select count(*) as above from (
      select member_id from (${powerParts(sql`${now.toISOString()}::timestamptz`)}) parts
       group by member_id having sum(power) > ${power.toString()}::numeric
    ) stronger`);
  return Number(rows[0]?.above ?? '0') + 1;
}

/** The power at the end of each UTC day since the member joined, then today's so far; oldest first. */
async function readHistory(database: Queryable, { id, createdAt }: Member, now: Date): Promise<PowerInfo['history']> {
  const days = daysUntil(now).filter(({ at }) => at >= createdAt);
  const { rows } = await database.execute<{ day: string; power: string }>(sql`
    select asked.day, (
      select coalesce(sum(power), 0) from (${powerParts(sql`asked.at`)}) parts where member_id = ${id}
    ) as power
      from unnest(${sql.param(days.map(({ day }) => day))}::text[], ${sql.param(days.map(({ at }) => at.toISOString()))}::timestamptz[])
           with ordinality asked (day, at, place)
     order by asked.place`);
  return rows.map(({ day, power }) => ({ day, power: format(BigInt(power)) }));
}

function daysUntil(now: Date): { day: string; at: Date }[] {
  const today = now.getTime() - (now.getTime() % DAY_MS);
  return Array.from({ length: HISTORY_DAYS }, (_, index) => {
    const begins = today - (HISTORY_DAYS - 1 - index) * DAY_MS;
    const ends = Math.min(begins + DAY_MS - 1, now.getTime());
    return { day: new Date(begins).toISOString().slice(0, 10), at: new Date(ends) };
  });
}

function format(power: bigint): string {
  return toDecimalString(power, POWER_DECIMALS);
}

/** JU power with 18 decimals, by part. */
interface Power {
  total: bigint;
  parts: Record<PowerPart, bigint>;
}

/** A member's JU power at a moment; the result doesn't depend on when it's called. */
export async function readPower(database: Queryable, memberId: string, at: Date): Promise<Power> {
  const { rows } = await database.execute<{ part: PowerPart; power: string }>(
    sql`select part, power from (${powerParts(sql`${at.toISOString()}::timestamptz`)}) parts where member_id = ${memberId}`,
  );
  const of = (part: PowerPart): bigint => BigInt(rows.find((row) => row.part === part)?.power ?? '0');
  const parts = { treasury: of('treasury'), staking: of('staking'), role: of('role'), score: of('score') };
  return { total: parts.treasury + parts.staking + parts.role + parts.score, parts };
}

type PowerPart = 'treasury' | 'staking' | 'role' | 'score';

/** JU power has 18 decimals. */
export const POWER_DECIMALS = 18;
const ONE = sql.raw(`${10n ** BigInt(POWER_DECIMALS)}::numeric`);

/**
 * Rows of (member_id, part, power): what every member had at the moment `at`, using only what had been recorded by then, so that a later query gives the
 * same result. What happened exactly at `at` counts. Each part groups by member, so a condition on `member_id` around this query uses the indexes.
 */
function powerParts(at: SQL): SQL {
  return sql.join([treasuryPower(at), stakingPower(at), rolePower(at), scorePower(at)], sql` union all `);
}

function treasuryPower(at: SQL): SQL {
  return sql`
    select p.member_id, 'treasury' as part, sum(div((p.juf - coalesce(c.juf, 0)) * p.power_per_juf, ${ONE})) as power
      from treasury_purchase p
      left join lateral (select sum(c.juf::numeric) as juf from vesting_claim c where c.purchase_id = p.id and c.created_at <= ${at}) c on true
     where p.created_at <= ${at} group by p.member_id`;
}

/** A stake counts from its start until it matures. */
function stakingPower(at: SQL): SQL {
  return sql`
    select s.member_id, 'staking' as part, div(sum(s.amount::numeric * s.multiplier), 10000) as power
      from staking s where s.started_at <= ${at} and s.matures_at > ${at} group by s.member_id`;
}

/** Only roles that were bought: granted ones cost nothing, so their votes would too. */
function rolePower(at: SQL): SQL {
  return sql`
    select m.member_id, 'role' as part, max(r.power) * ${ONE} as power
      from member_role m join terms_role r on r.terms_number = coalesce(m.terms_number, 1) and r.code = m.role_code
     where m.source = 'PURCHASED' and m.since <= ${at} group by m.member_id`;
}

/** Only points that were bought: daily claims in many accounts would add up to free votes. */
function scorePower(at: SQL): SQL {
  return sql`
    select bought.member_id, 'score' as part, least(sum(bought.power), max(bought.most) * ${ONE}) as power
      from (
        select s.member_id, div(sum(s.points) * ${ONE}, t.points_per_power) as power, t.max_from_score as most
          from score_entry s join terms_points t on t.terms_number = coalesce(s.terms_number, 1)
         where s.kind = 'PURCHASE' and s.created_at <= ${at} group by s.member_id, t.points_per_power, t.max_from_score
      ) bought group by bought.member_id`;
}

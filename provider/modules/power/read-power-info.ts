import { sql } from 'drizzle-orm';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Queryable } from '../../db/database.ts';
import type { Services } from '../../provider-services.ts';
import type { Member } from '../account/schema.ts';
import { POWER_DECIMALS, powerParts } from './power-parts.ts';
import { readPower } from './read-power.ts';

type PowerInfo = DataOf<(typeof contract)['juPowerInfo']>;

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

import { sql } from 'drizzle-orm';
import { type Queryable } from '../../db/database.ts';

/** What stands on one level below a member; the volume in USDT base units. */
export interface TeamLevel {
  level: number;
  count: number;
  volume: bigint;
}

/** A member's own purchases and its team, level by level. Volumes are what was paid, without premium, for sales and roles. */
export async function readTeamLevels(
  database: Queryable,
  memberId: string,
  levels: number,
): Promise<{ ownVolume: bigint; levels: TeamLevel[] }> {
  const { rows } = await database.execute<{ level: number; count: string; volume: string }>(sql`
    with recursive team as (
      select ${memberId}::uuid as id, 0 as level
      union all
      select below.id, team.level + 1 from member below join team on below.referrer_id = team.id where team.level < ${levels}
    )
    select team.level, count(*) as count, coalesce(sum(bought.volume), 0) as volume
      from team left join lateral (select sum(base::numeric) as volume from referral_sale where buyer_id = team.id) bought on true
     group by team.level`);
  const of = (level: number): TeamLevel => {
    const row = rows.find((candidate) => candidate.level === level);
    return { level, count: Number(row?.count ?? '0'), volume: BigInt(row?.volume ?? '0') };
  };
  return { ownVolume: of(0).volume, levels: Array.from({ length: levels }, (_, index) => of(index + 1)) };
}

import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';

/** The JUF a member had in stakes at the end of each of the moments, in base units; in the order of the moments. */
export async function stakedCapitalAt(database: Queryable, memberId: string, moments: readonly Date[]): Promise<bigint[]> {
  const { rows } = await database.execute<{ staked: string }>(sql`
    select coalesce(sum(stake.amount::numeric), 0)::text as staked
      from unnest(${sql.param(moments.map((at) => at.toISOString()))}::timestamptz[]) with ordinality asked (at, place)
      left join staking stake
        on stake.member_id = ${memberId} and stake.started_at <= asked.at and (stake.withdrawn_at is null or stake.withdrawn_at > asked.at)
     group by asked.place order by asked.place`);
  return rows.map(({ staked }) => BigInt(staked));
}

import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';

/** The JUF a member's purchases still owed at the end of each of the moments, in base units; in the order of the moments. */
export async function owedJufAt(database: Queryable, memberId: string, moments: readonly Date[]): Promise<bigint[]> {
  const { rows } = await database.execute<{ owed: string }>(sql`
    with moved as (
      select purchase.created_at as at, purchase.juf::numeric as juf from treasury_purchase purchase where purchase.member_id = ${memberId}
      union all
      select claim.created_at, -claim.juf::numeric
        from vesting_claim claim join treasury_purchase purchase on purchase.id = claim.purchase_id where purchase.member_id = ${memberId}
    )
    select coalesce(sum(moved.juf), 0)::text as owed
      from unnest(${sql.param(moments.map((at) => at.toISOString()))}::timestamptz[]) with ordinality asked (at, place)
      left join moved on moved.at <= asked.at
     group by asked.place order by asked.place`);
  return rows.map(({ owed }) => BigInt(owed));
}

import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';

/** The maximum of a member's bonuses in total, in USDT base units: the sum over all paid roles of the share each was sold with. */
export function mostBonuses(memberId: SQL): SQL {
  return sql`coalesce((
    select div(sum(r.paid_usdt_base_units * bought.bonus_cap_rate), 10000)
      from member_role r join terms_role bought on bought.terms_number = coalesce(r.terms_number, 1) and bought.code = r.role_code
     where r.member_id = ${memberId} and r.paid_usdt_base_units > 0), 0)`;
}

export async function readMostBonuses(database: Queryable, memberId: string): Promise<bigint> {
  const { rows } = await database.execute<{ most: string }>(sql`select ${mostBonuses(sql`${memberId}::uuid`)} as most`);
  return BigInt(rows[0]?.most ?? '0');
}

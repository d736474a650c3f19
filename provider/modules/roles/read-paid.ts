import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { memberRole } from './schema.ts';

/** What a member has actually paid for roles, in USDT base units; granted ones count nothing. */
export async function readPaidForRoles(database: Queryable, memberId: string): Promise<bigint> {
  const [row] = await database
    .select({ total: sql`coalesce(sum(${memberRole.paidUsdtBaseUnits}::numeric), 0)`.mapWith((value: string) => BigInt(value)) })
    .from(memberRole)
    .where(eq(memberRole.memberId, memberId));
  return row?.total ?? 0n;
}

import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { isEarned } from './earned-bonus.ts';
import { bonus } from './schema.ts';

/** What POST /profile/claimBonus would pay now, in USDT base units. */
export async function claimableBonus(database: Queryable, memberId: string, now: Date): Promise<bigint> {
  const [row] = await database
    .select({ total: sql`coalesce(sum(${bonus.amount}::numeric), 0)`.mapWith((value: string) => BigInt(value)) })
    .from(bonus)
    .where(and(eq(bonus.memberId, memberId), isNull(bonus.claimId), isEarned(now)));
  return row?.total ?? 0n;
}

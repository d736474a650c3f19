import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { readHeldStakes } from './read-stakes.ts';
import { staking } from './schema.ts';
import { claimableOf } from './stake.ts';

/** The JUF a member has in stakes, including matured ones: it's theirs until withdrawn. */
export async function stakedCapital(database: Queryable, memberId: string): Promise<bigint> {
  const [row] = await database
    .select({ total: sql`coalesce(sum(${staking.amount}::numeric), 0)`.mapWith((value: string) => BigInt(value)) })
    .from(staking)
    .where(and(eq(staking.memberId, memberId), isNull(staking.withdrawnAt)));
  return row?.total ?? 0n;
}

/** What POST /staking/claimRoi would pay now for all of a member's stakes. */
export async function claimableRoi(database: Queryable, memberId: string, now: Date): Promise<bigint> {
  const stakes = await readHeldStakes(database, memberId);
  return stakes.reduce((sum, stake) => sum + claimableOf(stake, now), 0n);
}

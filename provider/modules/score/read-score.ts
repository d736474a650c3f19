import { and, eq, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import type { Economy } from '../../economy.ts';
import { scoreEntry } from './schema.ts';

/** The points a member had at a moment. Points are never deducted. */
export async function readScore(database: Queryable, memberId: string, at: Date): Promise<bigint> {
  const [row] = await database
    .select({ points: sql<string>`coalesce(sum(${scoreEntry.points}), 0)` })
    .from(scoreEntry)
    .where(and(eq(scoreEntry.memberId, memberId), lte(scoreEntry.createdAt, at)));
  return BigInt(row?.points ?? '0');
}

/** Everybody starts at level 1. */
export function scoreLevel(economy: Economy, points: bigint): number {
  return economy.score.levels.filter(({ from }) => points >= BigInt(from)).length;
}

import { desc, eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Queryable, Transaction } from '../../db/database.ts';
import { type ScoreKind, scoreEntry } from './schema.ts';

export interface NewPoints {
  memberId: string;
  kind: ScoreKind;
  points: number;
  now: Date;
}

/** Gives a member points. The caller holds the member's lock, so that each entry builds on the one before. */
export async function addPoints(
  transaction: Transaction,
  { memberId, kind, points, now }: NewPoints,
): Promise<{ entryId: string; score: bigint; createdAt: Date }> {
  const last = await readLastPoints(transaction, memberId);
  const createdAt = notBefore(last, now);
  const score = (last?.score ?? 0n) + BigInt(points);
  const entryId = v7({ msecs: createdAt.getTime() });
  await transaction.insert(scoreEntry).values({ id: entryId, memberId, kind, points: BigInt(points), balanceAfter: score, createdAt });
  return { entryId, score, createdAt };
}

export interface LastPoints {
  score: bigint;
  at: Date;
}

/** The member's newest entry; undefined before the first. */
export async function readLastPoints(database: Queryable, memberId: string): Promise<LastPoints | undefined> {
  const [last] = await database
    .select({ score: scoreEntry.balanceAfter, at: scoreEntry.createdAt })
    .from(scoreEntry)
    .where(eq(scoreEntry.memberId, memberId))
    .orderBy(desc(scoreEntry.balanceAfter))
    .limit(1);
  return last;
}

/** Clocks of processes differ, but a member's entries must be in chronological order. */
export function notBefore(last: { at: Date } | undefined, now: Date): Date {
  return last !== undefined && last.at > now ? last.at : now;
}

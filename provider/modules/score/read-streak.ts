import { desc, eq } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import type { Economy } from '../../economy.ts';
import { scoreClaim } from './schema.ts';
import { dayBefore, utcDay } from '../../utc-day.ts';

export interface Streak {
  /** How many consecutive days were claimed, up to today or yesterday. */
  days: number;
  /** Points for today's claim; 0 if it has been made. */
  claimable: number;
}

export async function readStreak(database: Queryable, { score }: Economy, memberId: string, at: Date): Promise<Streak> {
  const [last] = await database
    .select({ day: scoreClaim.day, streak: scoreClaim.streak })
    .from(scoreClaim)
    .where(eq(scoreClaim.memberId, memberId))
    .orderBy(desc(scoreClaim.day))
    .limit(1);
  // A process whose clock is ahead has claimed a day that is still in our future.
  if (last !== undefined && last.day >= utcDay(at)) return { days: last.streak, claimable: 0 };
  const days = last?.day === dayBefore(at) ? last.streak : 0;
  const { base, perStreakDay, max } = score.claim;
  return { days, claimable: Math.min(base + perStreakDay * (days + 1), max) };
}

import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { scoreEntry } from './schema.ts';
import { startOfDay, startOfNextDay } from '../../utc-day.ts';

/** How many points a member bought on the UTC day of a moment. */
export async function readBoughtToday(database: Queryable, memberId: string, at: Date): Promise<number> {
  const [row] = await database
    .select({ points: sql`coalesce(sum(${scoreEntry.points}), 0)`.mapWith(Number) })
    .from(scoreEntry)
    .where(
      and(
        eq(scoreEntry.memberId, memberId),
        eq(scoreEntry.kind, 'PURCHASE'),
        gte(scoreEntry.createdAt, startOfDay(at)),
        lt(scoreEntry.createdAt, startOfNextDay(at)),
      ),
    );
  return row?.points ?? 0;
}

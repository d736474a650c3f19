import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';

/** Adds each key's calls in the minute from `windowStart` to those of other processes, and returns the sums. */
export type ShareCounts = (added: ReadonlyMap<string, number>, windowStart: Date) => Promise<ReadonlyMap<string, number>>;

/** Over all processes, in the table that sign-ins are counted in: one statement for all keys. */
export function createShareCounts(database: Database): ShareCounts {
  return async (added, windowStart) => {
    // Always in the same order, so that two processes never deadlock.
    const entries = [...added].toSorted(([one], [other]) => (one < other ? -1 : 1));
    const { rows } = await database.execute<{ subject: string; count: number }>(sql`
      insert into attempt (kind, subject, window_start, count)
      select 'CALLS', subject, ${windowStart.toISOString()}::timestamptz, added
        from unnest(${sql.param(entries.map(([key]) => key))}::text[], ${sql.param(entries.map(([, count]) => count))}::int[]) as given (subject, added)
      on conflict (kind, subject, window_start) do update set count = attempt.count + excluded.count
      returning subject, count`);
    return new Map(rows.map(({ subject, count }) => [subject, count]));
  };
}

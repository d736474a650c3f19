import { sql } from 'drizzle-orm';
import type { Services } from '../../provider-services.ts';
import { attempt } from './schema.ts';

export const ATTEMPT_WINDOW_MS = 60_000;

/** Counts an attempt of the subject within the current minute, across all processes, and returns the count. */
export async function countAttempt({ database, clock }: Services, kind: string, subject: string): Promise<number> {
  const windowStart = new Date(Math.floor(clock().getTime() / ATTEMPT_WINDOW_MS) * ATTEMPT_WINDOW_MS);
  const [counted] = await database
    .insert(attempt)
    .values({ kind, subject, windowStart, count: 1 })
    .onConflictDoUpdate({ target: [attempt.kind, attempt.subject, attempt.windowStart], set: { count: sql`${attempt.count} + 1` } })
    .returning({ count: attempt.count });
  if (counted === undefined) throw new Error('an upsert returned no row');
  // The first attempt of a minute deletes the rows of earlier minutes.
  if (counted.count === 1) await forgetAttempts(database, windowStart);
  return counted.count;
}

async function forgetAttempts(database: Services['database'], before: Date): Promise<void> {
  await database.execute(
    sql`delete from attempt where ctid in (select ctid from attempt where window_start < ${before.toISOString()} limit 200 for update skip locked)`,
  );
}

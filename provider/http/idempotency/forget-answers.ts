import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { ANSWER_LIFETIME_MS } from './stored-answers.ts';

const BATCH = 1_000;

/** Deletes expired responses in batches, so that it blocks no call. For a job; returns the number deleted. */
export async function forgetAnswers(database: Queryable, now: Date): Promise<number> {
  const until = new Date(now.getTime() - ANSWER_LIFETIME_MS).toISOString();
  for (let forgotten = 0; ;) {
    const { rowCount } = await database.execute(sql`
      delete from idempotent_answer where (member_id, key) in (
        select member_id, key from idempotent_answer where at <= ${until} order by at limit ${BATCH} for update skip locked)`);
    forgotten += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return forgotten;
  }
}

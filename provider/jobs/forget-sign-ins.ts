import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';

const BATCH = 1_000;
/** Expired nonces are kept this long, so that slow callers learn that theirs expired rather than that it never existed. */
const NONCE_MARGIN_MS = 24 * 3_600_000;
const SESSION_MARGIN_MS = 12 * 3_600_000;
/** Longer than any window in which attempts are counted. */
const ATTEMPT_MARGIN_MS = 24 * 3_600_000;

/** Deletes expired sign-in data in batches. */
export async function forgetSignIns(
  database: Queryable,
  now: Date,
): Promise<Record<'nonces' | 'sessions' | 'attempts' | 'lookUps', number>> {
  const before = (ms: number): string => new Date(now.getTime() - ms).toISOString();
  return {
    nonces: await deleteAll(database, sql`sign_in_nonce`, sql`expires_at < ${before(NONCE_MARGIN_MS)}`),
    sessions: await deleteAll(database, sql`session`, sql`expires_at < ${before(SESSION_MARGIN_MS)}`),
    attempts: await deleteAll(database, sql`attempt`, sql`window_start < ${before(ATTEMPT_MARGIN_MS)}`),
    lookUps: await deleteAll(database, sql`look_up`, sql`looked_up_at <= ${before(ATTEMPT_MARGIN_MS)}`),
  };
}

async function deleteAll(database: Queryable, table: SQL, condition: SQL): Promise<number> {
  for (let deleted = 0; ;) {
    const { rowCount } = await database.execute(
      sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${BATCH} for update skip locked))`,
    );
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return deleted;
  }
}

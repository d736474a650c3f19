import { sql } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';

/** Usernames and uids share one lookup, so taking either waits for all names taken before. */
export async function lockNames(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('names'))`);
}

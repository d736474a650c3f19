import { sql } from 'drizzle-orm';
import { type Transaction } from '../../db/database.ts';

/** Usernames and uids are looked up alike, so whoever takes one of either sees all that were taken before. */
export async function lockNames(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('names'))`);
}

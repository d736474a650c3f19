import { sql } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';

/** Serialises bindings: two members naming each other concurrently would each see no cycle. */
export async function lockReferrals(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('referral'))`);
}

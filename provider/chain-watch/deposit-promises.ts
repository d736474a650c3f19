import { type SQL, sql } from 'drizzle-orm';

/** Deposits whose senders aren't members yet, for the ledger's audit. */
export const depositPromises: readonly SQL[] = [
  sql`select 'DEPOSIT_IN_TRANSIT' as kind, token::text as token, held_by as owner_id, amount::numeric as amount from deposit where state = 'HELD'`,
];

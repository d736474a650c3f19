import { type SQL, sql } from 'drizzle-orm';

/** What orders still owe, for the ledger's audit: held in transit under the order's id. */
export const orderPromises: readonly SQL[] = [
  sql`select 'PAYOUT_IN_TRANSIT' as kind, token::text as token, id as owner_id, (amount + fee)::numeric as amount
        from chain_order where status = 'PENDING' and kind <> 'MINT'`,
];

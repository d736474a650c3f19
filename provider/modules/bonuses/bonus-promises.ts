import { type SQL, sql } from 'drizzle-orm';

/** Bonuses that were earned and not claimed, for the ledger's audit: the bonus pool holds at least as much. */
export const bonusPromises: readonly SQL[] = [
  sql`select 'BONUS_POOL' as kind, 'USDT' as token, '00000000-0000-0000-0000-000000000000'::uuid as owner_id,
             coalesce(sum(amount::numeric), 0) as amount from bonus where claim_id is null`,
];

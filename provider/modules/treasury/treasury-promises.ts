import { type SQL, sql } from 'drizzle-orm';

/** What treasury and insurance still owe, for the ledger's audit. */
export const treasuryPromises: readonly SQL[] = [
  sql`select 'VESTING' as kind, 'JUF' as token, id as owner_id, (juf - claimed_juf)::numeric as amount from treasury_purchase`,
  sql`select 'INSURANCE_POOL_RESERVED' as kind, 'USDT' as token, id as owner_id, max_payout_usdt::numeric as amount
        from insurance where status = 'ACTIVE'`,
  sql`select 'UNEARNED_PREMIUM' as kind, 'USDT' as token, id as owner_id, (premium_usdt - earned_usdt)::numeric as amount
        from insurance where status = 'ACTIVE'`,
];

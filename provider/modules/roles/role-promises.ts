import { type SQL, sql } from 'drizzle-orm';

/** Due privileges that can be claimed, for the ledger's audit. */
export const rolePromises: readonly SQL[] = [
  sql`select 'REWARD_POOL_RESERVED' as kind, 'JUF' as token, id as owner_id, juf::numeric as amount
        from role_privilege where claimed_at is null and lapsed_at is null`,
];

import { type SQL, sql } from 'drizzle-orm';

/** Issued codes that can still be used, for the ledger's audit. */
export const codePromises: readonly SQL[] = [
  sql`select 'REWARD_POOL_RESERVED' as kind, 'JUF' as token, id as owner_id, juf::numeric as amount
        from activation_code where kind = 'JUF' and used_at is null and released_at is null`,
];

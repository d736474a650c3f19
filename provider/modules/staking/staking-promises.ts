import { type SQL, sql } from 'drizzle-orm';

/**
 * What stakes are owed, for the audit: their capital, and the maximum return not yet paid. The return is recomputed in SQL from what was agreed, and what
 * was paid is read from the ledger. If a stake's recorded claims differ, its debt is null, which fails the audit.
 */
export const stakingPromises: readonly SQL[] = [
  sql`select 'STAKED' as kind, 'JUF' as token, id as owner_id, amount::numeric as amount from staking where withdrawn_at is null`,
  sql`
    select 'REWARD_POOL_RESERVED', 'JUF', s.id, case when s.claimed_roi::numeric = paid.total then div(s.amount::numeric * (
             div(s.apr::numeric * s.multiplier, 10000) * s.days * 86400
             + coalesce((select sum(t.boost * floor(extract(epoch from t.ends_at - t.started_at))) from staking_turbo t where t.staking_id = s.id), 0)
           ), 10000::numeric * 365 * 86400) - paid.total else 'NaN' end
      from staking s cross join lateral (
        select coalesce(-sum(e.amount::numeric), 0) as total from ledger_account a join ledger_entry e on e.account_id = a.id
         where a.owner_id = s.id and a.kind = 'REWARD_POOL_RESERVED' and e.amount < 0
      ) paid`,
];

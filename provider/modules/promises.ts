import { type SQL, sql } from 'drizzle-orm';

/** Tables whose rows are promises to one member each, and own ledger accounts by their ids. */
export const PROMISE_TABLES = ['treasury_purchase', 'insurance', 'staking', 'role_privilege', 'chain_order'] as const;

/** Held bonuses count; those whose binding was undone don't. */
export const isUnclaimedBonus = sql`claim_id is null and not exists (
     select from bonus_hold h join referral_binding r on r.id = h.binding_id where h.bonus_id = bonus.id and r.undone_at is not null)`;

/** Unclaimed bonuses: the bonus pool must hold at least as much. */
export const bonusPromise = sql`
  select 'BONUS_POOL' as kind, 'USDT' as token, '00000000-0000-0000-0000-000000000000'::uuid as owner_id,
         coalesce(sum(amount::numeric), 0) as amount from bonus
   where ${isUnclaimedBonus}`;

/**
 * The return that a stake can still bring, at most. It is recomputed in SQL from what was agreed, and what was paid is read from the ledger. If a stake's
 * recorded claims differ, its debt is null, which fails the audit.
 */
const stakeReturnPromise = sql`
  select 'REWARD_POOL_RESERVED' as kind, 'JUF' as token, s.id as owner_id, case when s.claimed_roi::numeric = paid.total then div(s.amount::numeric * (
           div(s.apr::numeric * s.multiplier, 10000) * s.days * 86400
           + coalesce((select sum(t.boost * floor(extract(epoch from t.ends_at - t.started_at))) from staking_turbo t where t.staking_id = s.id), 0)
         ), 10000::numeric * 365 * 86400) - paid.total else 'NaN' end as amount
    from staking s cross join lateral (
      select coalesce(-sum(e.amount::numeric), 0) as total from ledger_account a join ledger_entry e on e.account_id = a.id
       where a.owner_id = s.id and a.kind = 'REWARD_POOL_RESERVED' and e.amount < 0
    ) paid`;

/** Everything that the modules, payouts and deposits still owe, which the ledger's audit checks to be covered. */
export const promises: readonly SQL[] = [
  // Sold JUF that isn't claimed yet.
  sql`select 'VESTING' as kind, 'JUF' as token, id as owner_id, (juf - claimed_juf)::numeric as amount from treasury_purchase`,
  sql`select 'INSURANCE_POOL_RESERVED' as kind, 'USDT' as token, id as owner_id, max_payout_usdt::numeric as amount
        from insurance where status = 'ACTIVE'`,
  sql`select 'UNEARNED_PREMIUM' as kind, 'USDT' as token, id as owner_id, (premium_usdt - earned_usdt)::numeric as amount
        from insurance where status = 'ACTIVE'`,
  sql`select 'STAKED' as kind, 'JUF' as token, id as owner_id, amount::numeric as amount from staking where withdrawn_at is null`,
  stakeReturnPromise,
  bonusPromise,
  // Due privileges that can be claimed.
  sql`select 'REWARD_POOL_RESERVED' as kind, 'JUF' as token, id as owner_id, juf::numeric as amount
        from role_privilege where claimed_at is null and lapsed_at is null`,
  // Issued codes that can still be used.
  sql`select 'REWARD_POOL_RESERVED' as kind, 'JUF' as token, id as owner_id, juf::numeric as amount
        from activation_code where kind = 'JUF' and used_at is null and released_at is null`,
  // Orders of the vault: held in transit under the order's id.
  sql`select 'PAYOUT_IN_TRANSIT' as kind, token::text as token, id as owner_id, (amount + fee)::numeric as amount
        from chain_order where status = 'PENDING' and kind <> 'MINT'`,
  // Deposits whose senders aren't members yet.
  sql`select 'DEPOSIT_IN_TRANSIT' as kind, token::text as token, held_by as owner_id, amount::numeric as amount from deposit where state = 'HELD'`,
];

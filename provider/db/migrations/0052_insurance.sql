create table insurance (
  id uuid primary key,
  -- Deferred: cover is promised before the purchase is written down.
  purchase_id uuid not null unique references treasury_purchase (id) deferrable initially deferred,
  member_id uuid not null references member (id),
  insured_usdt ledger_amount not null check (insured_usdt > 0),
  -- Not yet claimed; once it has ended, what it covered then.
  covered_juf ledger_amount not null check (covered_juf >= 0),
  reference_price18 ledger_amount not null check (reference_price18 > 0),
  -- The most it may ever pay, and the most that is left of it with what it still covers: that much lies reserved.
  payout_cap_usdt ledger_amount not null check (payout_cap_usdt >= 0),
  max_payout_usdt ledger_amount not null check (max_payout_usdt >= 0),
  premium_usdt ledger_amount not null check (premium_usdt > 0),
  -- What of the premium has gone from the unearned premium to the insurance pool.
  earned_usdt ledger_amount not null default 0 check (earned_usdt >= 0),
  started_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'CANCELLED', 'PAID', 'EXPIRED')),
  ended_at timestamptz(3),
  settlement_price18 ledger_amount check (settlement_price18 >= 0),
  settled_usdt ledger_amount check (settled_usdt >= 0),
  refunded_usdt ledger_amount check (refunded_usdt >= 0),
  -- Of its refund or payout; null where neither moved anything.
  end_transaction_id uuid references ledger_transaction (id),
  constraint insurance_lasts check (expires_at > started_at),
  constraint insurance_capped check (max_payout_usdt <= payout_cap_usdt),
  constraint insurance_earned check (earned_usdt + coalesce(refunded_usdt, 0) <= premium_usdt),
  constraint insurance_ended check ((status = 'ACTIVE') = (ended_at is null)),
  constraint insurance_cancelled check ((status = 'CANCELLED') = (refunded_usdt is not null)),
  constraint insurance_settled check ((status in ('PAID', 'EXPIRED')) = (settled_usdt is not null and settlement_price18 is not null)),
  constraint insurance_paid check (settled_usdt is null or ((status = 'PAID') = (settled_usdt > 0) and settled_usdt <= max_payout_usdt))
);
create index insurance_member on insurance (member_id, id);
create index insurance_due on insurance (expires_at, id) where status = 'ACTIVE';

-- Cover that runs has its greatest payout reserved and the rest of its premium unearned; cover that has ended has nothing set apart any more.
create function insurance_covered() returns trigger language plpgsql as $$
begin
  if exists (
    select from insurance i
      left join ledger_account r on r.owner_id = i.id and r.kind = 'INSURANCE_POOL_RESERVED' and r.token = 'USDT'
      left join ledger_account u on u.owner_id = i.id and u.kind = 'UNEARNED_PREMIUM' and u.token = 'USDT'
     where i.id = new.id
       and (coalesce(r.balance, 0) <> case when i.status = 'ACTIVE' then i.max_payout_usdt else 0 end
         or coalesce(u.balance, 0) <> case when i.status = 'ACTIVE' then i.premium_usdt - i.earned_usdt else 0 end)
  ) then
    raise exception 'the greatest payout of an insurance and its unearned premium lie in its own accounts' using errcode = 'check_violation', constraint = 'insurance_covered';
  end if;
  return null;
end $$;
create constraint trigger insurance_covered after insert or update on insurance
  deferrable initially deferred for each row execute function insurance_covered();

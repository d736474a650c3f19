-- What was sold for USDT of which uplines earn a bonus, and what a member's own and team volumes are counted from.
create table referral_sale (
  -- The purchase.
  id uuid primary key,
  buyer_id uuid not null references member (id),
  kind text not null check (kind in ('TREASURY', 'ROLE')),
  -- Paid, without premium.
  base ledger_amount not null check (base > 0),
  transaction_id uuid not null unique references ledger_transaction (id),
  created_at timestamptz(3) not null
);
create index referral_sale_buyer on referral_sale (buyer_id);

-- One row a ledger transaction that paid bonuses out.
create table bonus_claim (
  transaction_id uuid primary key references ledger_transaction (id),
  member_id uuid not null references member (id),
  amount ledger_amount not null check (amount > 0),
  created_at timestamptz(3) not null
);

create table bonus (
  id uuid primary key,
  sale_id uuid not null references referral_sale (id),
  -- Who earned it.
  member_id uuid not null references member (id),
  kind text not null check (kind in ('TREASURY', 'ROLE')),
  level smallint not null check (level between 1 and 3),
  rate integer not null check (rate > 0),
  amount ledger_amount not null check (amount > 0),
  created_at timestamptz(3) not null,
  -- Deferred: bonuses are taken first, and what was taken is then paid.
  claim_id uuid references bonus_claim (transaction_id) deferrable initially deferred,
  unique (sale_id, level)
);
create index bonus_of_member on bonus (member_id, created_at desc, id desc);
create index bonus_unclaimed on bonus (member_id) include (amount) where claim_id is null;
create index bonus_of_claim on bonus (claim_id) where claim_id is not null;

-- A bonus is promised only with its cover: the same sale has put at least as much into the bonus pool. Nothing but claims of bonuses takes from that
-- pool, and each takes no more than what it claims, so the pool always holds all that is promised.
create function bonus_covered() returns trigger language plpgsql as $$
begin
  if (select sum(b.amount::numeric) from bonus b where b.sale_id = new.sale_id) > (
    select coalesce(sum(e.amount::numeric), 0) from referral_sale s
      join ledger_entry e on e.transaction_id = s.transaction_id join ledger_account a on a.id = e.account_id
     where s.id = new.sale_id and a.kind = 'BONUS_POOL' and a.token = 'USDT'
  ) then
    raise exception 'the bonuses of a sale are no more than what it put into the bonus pool' using errcode = 'check_violation', constraint = 'bonus_covered';
  end if;
  return null;
end $$;
create constraint trigger bonus_covered after insert on bonus deferrable initially deferred for each row execute function bonus_covered();

create function bonus_claim_paid() returns trigger language plpgsql as $$
begin
  if (select sum(b.amount::numeric) from bonus b where b.claim_id = new.transaction_id and b.member_id = new.member_id) is distinct from new.amount::numeric
     or (select -sum(e.amount::numeric) from ledger_entry e join ledger_account a on a.id = e.account_id
          where e.transaction_id = new.transaction_id and a.kind = 'BONUS_POOL') is distinct from new.amount::numeric then
    raise exception 'a claim pays the bonuses it took, from the bonus pool' using errcode = 'check_violation', constraint = 'bonus_claim_paid';
  end if;
  return null;
end $$;
create constraint trigger bonus_claim_paid after insert on bonus_claim deferrable initially deferred for each row execute function bonus_claim_paid();

-- Only one thing about a bonus ever changes: that it was claimed, once.
create function bonus_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.claim_id is null and new.claim_id is not null
       and (new.id, new.sale_id, new.member_id, new.kind, new.level, new.rate, new.amount, new.created_at)
         = (old.id, old.sale_id, old.member_id, old.kind, old.level, old.rate, old.amount, old.created_at) then
      return new;
    end if;
  end if;
  raise exception '% refused: bonuses are kept as they were earned', tg_op using errcode = 'insufficient_privilege', constraint = 'bonus_kept';
end $$;
create trigger bonus_kept before update or delete on bonus for each row execute function bonus_keep();

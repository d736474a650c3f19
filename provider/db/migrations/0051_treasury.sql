-- What the treasury sells. Its terms are the economy's; a purchase keeps those it was made on, so that no later change moves it.
create table treasury_package (
  id uuid primary key,
  code text not null unique,
  -- Null while it is for sale.
  closed_at timestamptz(3),
  sold_juf ledger_amount not null default 0 check (sold_juf >= 0)
);

-- One row. Whoever mints takes its lock first, so that the cap holds for all who buy at once.
create table treasury_supply (
  id boolean primary key default true check (id),
  -- By sales: what was sold and what was minted to the reward pool with it.
  minted_juf ledger_amount not null default 0 check (minted_juf >= 0)
);
insert into treasury_supply default values;

create table treasury_purchase (
  id uuid primary key,
  member_id uuid not null references member (id),
  package_id uuid not null references treasury_package (id),
  transaction_id uuid not null unique references ledger_transaction (id),
  paid_usdt ledger_amount not null check (paid_usdt > 0),
  -- USDT for one whole JUF after discount, in units of 10^-18.
  price18 ledger_amount not null check (price18 > 0),
  juf ledger_amount not null check (juf > 0),
  claimed_juf ledger_amount not null default 0 check (claimed_juf >= 0),
  -- With 18 digits.
  power_per_juf ledger_amount not null check (power_per_juf >= 0),
  vesting_seconds integer not null check (vesting_seconds > 0),
  created_at timestamptz(3) not null,
  constraint treasury_purchase_claimed check (claimed_juf <= juf)
);
create index treasury_purchase_member on treasury_purchase (member_id, id);

-- What was claimed when, so that a member's power at any past moment can be told.
create table vesting_claim (
  id uuid primary key,
  purchase_id uuid not null references treasury_purchase (id),
  transaction_id uuid not null references ledger_transaction (id),
  juf ledger_amount not null check (juf > 0),
  created_at timestamptz(3) not null
);
create index vesting_claim_purchase on vesting_claim (purchase_id, created_at);

-- A purchase cannot be committed, nor claimed from, but with what it still owes lying in its own account of the ledger.
create function treasury_purchase_covered() returns trigger language plpgsql as $$
begin
  if exists (
    select from treasury_purchase p
      left join ledger_account a on a.owner_id = p.id and a.kind = 'VESTING' and a.token = 'JUF'
     where p.id = new.id and coalesce(a.balance, 0) <> p.juf - p.claimed_juf
  ) then
    raise exception 'what a purchase owes lies in its vesting account' using errcode = 'check_violation', constraint = 'treasury_purchase_covered';
  end if;
  return null;
end $$;
create constraint trigger treasury_purchase_covered after insert or update on treasury_purchase
  deferrable initially deferred for each row execute function treasury_purchase_covered();

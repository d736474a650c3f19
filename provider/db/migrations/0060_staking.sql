-- Stakes and their turbo charges. What was agreed is written down when it is agreed and never changes; what accrues is computed from it.
create table staking (
  id uuid primary key,
  member_id uuid not null references member (id),
  amount ledger_amount not null check (amount > 0),
  tier_code text not null,
  multiplier integer not null check (multiplier >= 0),
  max_turbo_units integer not null check (max_turbo_units >= 0),
  days integer not null check (days > 0),
  apr integer not null check (apr >= 0),
  started_at timestamptz(3) not null,
  matures_at timestamptz(3) not null,
  -- The greatest return, charges included: what the reward pool has set apart, less what was claimed of it.
  promised_roi ledger_amount not null check (promised_roi >= 0),
  claimed_roi ledger_amount not null default 0 check (claimed_roi >= 0),
  withdrawn_at timestamptz(3),
  constraint staking_matures check (extract(epoch from matures_at - started_at) = days * 86400),
  constraint staking_claimed_within_promise check (claimed_roi <= promised_roi),
  constraint staking_withdrawn_whole check (withdrawn_at is null or (withdrawn_at >= matures_at and claimed_roi = promised_roi))
);
create index staking_of_member on staking (member_id, started_at desc, id desc);

create table staking_turbo (
  id uuid primary key,
  staking_id uuid not null references staking (id),
  units integer not null check (units > 0),
  -- Basis points, of all units together.
  boost integer not null check (boost >= 0),
  -- JU.
  paid ledger_amount not null check (paid >= 0),
  started_at timestamptz(3) not null,
  ends_at timestamptz(3) not null check (ends_at > started_at)
);
create index staking_turbo_of_staking on staking_turbo (staking_id, started_at desc, id desc);

-- A promise may grow (by a charge) and be claimed; nothing else about it changes, and nothing is taken back.
create function staking_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or tg_op = 'TRUNCATE' then
    raise exception '% refused: stakes are kept', tg_op using errcode = 'insufficient_privilege', constraint = 'staking_kept';
  end if;
  if (new.id, new.member_id, new.amount, new.tier_code, new.multiplier, new.max_turbo_units, new.days, new.apr, new.started_at, new.matures_at)
     is distinct from
     (old.id, old.member_id, old.amount, old.tier_code, old.multiplier, old.max_turbo_units, old.days, old.apr, old.started_at, old.matures_at)
     or new.promised_roi < old.promised_roi or new.claimed_roi < old.claimed_roi or old.withdrawn_at is not null then
    raise exception 'what was agreed for a stake stands' using errcode = 'insufficient_privilege', constraint = 'staking_agreed';
  end if;
  return new;
end $$;

create trigger staking_agreed before update on staking for each row execute function staking_keep();
create trigger staking_kept before delete or truncate on staking for each statement execute function staking_keep();

create function staking_turbo_keep() returns trigger language plpgsql as $$
begin
  raise exception '% refused: charges are kept as they were made', tg_op using errcode = 'insufficient_privilege', constraint = 'staking_turbo_kept';
end $$;

create trigger staking_turbo_kept before update or delete or truncate on staking_turbo for each statement execute function staking_turbo_keep();

-- A charge that outlived its stake would be paid for and never earned.
create function staking_turbo_fits() returns trigger language plpgsql as $$
begin
  if not exists (select from staking s where s.id = new.staking_id and s.started_at <= new.started_at and new.ends_at <= s.matures_at) then
    raise exception 'a charge begins and ends within its stake' using errcode = 'check_violation', constraint = 'staking_turbo_within';
  end if;
  return new;
end $$;

create trigger staking_turbo_within before insert on staking_turbo for each row execute function staking_turbo_fits();

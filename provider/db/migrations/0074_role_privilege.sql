-- The first purchase sets the dates of all privileges.
create index member_role_purchased on member_role (member_id, since) where source = 'PURCHASED';

-- A privilege that fell due and was set apart for its member. A row is there once the reward pool could: only then can it be claimed.
create table role_privilege (
  id uuid primary key,
  member_id uuid not null references member (id),
  -- The first is due so many days after the first purchase, the next as many later: the number of that date.
  period integer not null check (period > 0),
  role_code text not null,
  due_at timestamptz(3) not null,
  juf ledger_amount not null check (juf >= 0),
  score integer not null check (score >= 0),
  reserved_at timestamptz(3) not null,
  claimed_at timestamptz(3),
  -- Of its JUF; null where it has none.
  claim_transaction_id uuid references ledger_transaction (id),
  -- Not claimed before the next fell due: what was set apart went back.
  lapsed_at timestamptz(3),
  constraint role_privilege_gives check (juf > 0 or score > 0),
  constraint role_privilege_ends_once check (claimed_at is null or lapsed_at is null),
  constraint role_privilege_paid check ((claim_transaction_id is not null) = (claimed_at is not null and juf > 0)),
  unique (member_id, period)
);
-- Nothing accumulates.
create unique index role_privilege_open on role_privilege (member_id) where claimed_at is null and lapsed_at is null;

create function role_privilege_covered() returns trigger language plpgsql as $$
begin
  if exists (
    select from role_privilege p left join ledger_account a on a.owner_id = p.id and a.kind = 'REWARD_POOL_RESERVED' and a.token = 'JUF'
     where p.id = new.id and coalesce(a.balance, 0) <> case when p.claimed_at is null and p.lapsed_at is null then p.juf else 0 end
  ) then
    raise exception 'the JUF of a privilege lies in its own account until it is claimed or lapses' using errcode = 'check_violation', constraint = 'role_privilege_covered';
  end if;
  return null;
end $$;
create constraint trigger role_privilege_covered after insert or update on role_privilege
  deferrable initially deferred for each row execute function role_privilege_covered();

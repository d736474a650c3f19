-- What the vault's log says it paid and no order of this database stands for: after a restore, what was ordered and paid since the backup. While one is not
-- settled nothing is paid.
create table unknown_deed (
  contract_id ledger_digest primary key,
  -- Of a batch of burned JU, its number; null for a payout.
  burn_number integer check (burn_number > 0),
  token ledger_token,
  token_address text not null check (token_address ~ '^0x[0-9a-fA-F]{40}$'),
  recipient text not null check (recipient ~ '^0x[0-9a-fA-F]{40}$'),
  amount ledger_amount not null check (amount > 0),
  block_number bigint not null check (block_number >= 0),
  tx_hash ledger_digest not null,
  found_at timestamptz(3) not null,
  settled_at timestamptz(3)
);
create index unknown_deed_open on unknown_deed (block_number) where settled_at is null;

-- Up to here the vault's log was compared. It goes back with a restore, and so does what was known then.
create table deed_scan (
  chain_id bigint not null,
  vault text not null,
  scanned_number bigint not null,
  primary key (chain_id, vault)
);

-- How the operator had a deed booked, and who said so.
create table adjustment (
  id uuid primary key,
  contract_id ledger_digest not null unique references unknown_deed,
  -- The member it is taken from as far as possible; null where it is a loss of the treasury's.
  member_id uuid references member (id),
  why text not null,
  needs_two boolean not null,
  proposed_by text not null,
  proposed_at timestamptz(3) not null,
  approved_by text,
  booked_at timestamptz(3),
  constraint adjustment_booked check ((approved_by is null) = (booked_at is null)),
  constraint adjustment_by_two check (not needs_two or approved_by is null or lower(approved_by) <> lower(proposed_by))
);

create function adjustment_keep() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.booked_at is not null then
    raise exception 'an adjustment that is booked stands' using errcode = 'insufficient_privilege', constraint = 'adjustment_kept';
  end if;
  return new;
end $$;
create trigger adjustment_kept before update on adjustment for each row execute function adjustment_keep();
create trigger adjustment_stays before delete or truncate on adjustment for each statement execute function adjustment_keep();

-- A payout process with a role of its own looks whether something is open.
do $$
declare
  role_name name;
begin
  for role_name in
    select r.rolname from pg_proc f, aclexplode(f.proacl) a join pg_roles r on r.oid = a.grantee
     where f.oid = 'chain_order_void(uuid,uuid,timestamptz,text)'::regprocedure and a.privilege_type = 'EXECUTE' and r.rolname <> current_user
  loop
    execute format('grant select on unknown_deed, deed_scan to %I', role_name);
  end loop;
end $$;

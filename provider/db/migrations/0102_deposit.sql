-- How far the chain was read for deposits into a vault, and by whom. One row for each vault.
create table chain_watch (
  chain_id bigint not null check (chain_id > 0),
  vault text not null check (vault ~ '^0x[0-9a-fA-F]{40}$'),
  -- The last block whose logs are known; its hash says on which chain. One before the first block, and no hash, while nothing is.
  scanned_number bigint not null check (scanned_number >= -1),
  scanned_hash ledger_digest,
  -- Up to here everything was read a second time, for what a node may have left out at first.
  reread_number bigint not null check (reread_number <= scanned_number),
  -- The newest block when that was read: what confirmations are counted from.
  head_number bigint not null,
  -- WATCHING, or what keeps it from crediting.
  status text not null default 'WATCHING',
  status_detail text,
  status_since timestamptz(3) not null,
  -- When it last went well.
  watched_at timestamptz(3),
  -- One process at a time reads; whoever it is, nothing is credited twice: the keys below see to that.
  lease_holder uuid,
  lease_until timestamptz,
  primary key (chain_id, vault),
  check (head_number >= scanned_number)
);

-- Blocks that were the end of a reading, to find out how far back a reorganised chain has changed.
create table chain_block (
  chain_id bigint not null,
  vault text not null,
  number bigint not null check (number >= 0),
  hash ledger_digest not null,
  primary key (chain_id, vault, number),
  foreign key (chain_id, vault) references chain_watch
);

-- SEEN: waits for its confirmations. HELD: confirmed, from a sender who is no member; kept apart. CREDITED: somebody's. LOST: credited, and then the
-- chain gave it up.
create type deposit_state as enum ('SEEN', 'HELD', 'CREDITED', 'LOST');

create table deposit (
  -- Also the id of the ledger transaction that credits it: the ledger takes none twice.
  id uuid primary key,
  chain_id bigint not null,
  vault text not null,
  tx_hash ledger_digest not null,
  token ledger_token not null,
  sender text not null check (sender ~ '^0x[0-9a-fA-F]{40}$'),
  amount ledger_amount not null check (amount > 0),
  -- A log's index is its place in a block and changes when a reorganised chain takes the transaction up in another one. What it says does not: so a deposit
  -- is known by its transaction, its content, and which of those that say the same it is.
  occurrence integer not null check (occurrence >= 1),
  -- Where it stands on the chain; nothing while it stands nowhere.
  block_number bigint check (block_number >= 0),
  block_hash ledger_digest,
  log_index integer,
  seen_at timestamptz(3) not null,
  state deposit_state not null default 'SEEN',
  -- The pending ledger transaction that keeps it apart, or did until it was given to somebody.
  held_by uuid references ledger_transaction (id),
  member_id uuid references member (id),
  -- Given to whom the operator said.
  is_assigned boolean not null default false,
  credited_at timestamptz(3),
  foreign key (chain_id, vault) references chain_watch,
  constraint deposit_once unique (tx_hash, chain_id, vault, token, sender, amount, occurrence),
  constraint deposit_place check ((block_number is null) = (block_hash is null) and (block_number is null) = (log_index is null)),
  constraint deposit_held check (held_by is not null or state <> 'HELD'),
  constraint deposit_credited check ((credited_at is not null) = (state in ('CREDITED', 'LOST'))),
  constraint deposit_owner check (state in ('CREDITED', 'LOST') or (member_id is null and not is_assigned))
);
create index deposit_waiting on deposit (chain_id, vault, block_number) where state in ('SEEN', 'LOST');
create index deposit_of_sender on deposit (sender, state) where state in ('SEEN', 'HELD');
create index deposit_height on deposit (chain_id, vault, block_number);
create index deposit_gone on deposit (chain_id, vault) where block_number is null and state in ('HELD', 'CREDITED');
create index deposit_member on deposit (member_id) where member_id is not null;
create index deposit_held_by on deposit (held_by) where held_by is not null;

-- What a deposit is and what became of it never changes back.
create function deposit_keep() returns trigger language plpgsql as $$
begin
  if (new.id, new.chain_id, new.vault, new.tx_hash, new.token, new.sender, new.amount, new.occurrence)
     is distinct from (old.id, old.chain_id, old.vault, old.tx_hash, old.token, old.sender, old.amount, old.occurrence) then
    raise exception 'a deposit stays what it is' using errcode = 'insufficient_privilege', constraint = 'deposit_kept';
  end if;
  if old.state in ('CREDITED', 'LOST') and (new.state not in ('CREDITED', 'LOST')
     or (new.member_id, new.is_assigned, new.credited_at, new.held_by) is distinct from (old.member_id, old.is_assigned, old.credited_at, old.held_by)) then
    raise exception 'a deposit is credited once' using errcode = 'insufficient_privilege', constraint = 'deposit_credited_once';
  end if;
  return new;
end $$;
create trigger deposit_kept before update on deposit for each row execute function deposit_keep();

create function deposit_refuse_removal() returns trigger language plpgsql as $$
begin
  raise exception 'deposits are kept' using errcode = 'insufficient_privilege', constraint = 'deposit_removed';
end $$;
create trigger deposit_stays before delete or truncate on deposit for each statement execute function deposit_refuse_removal();

-- A credited deposit that the chain gave up, and where the loss was booked. It may come back, and be given up again.
create table deposit_loss (
  -- The ledger transaction that booked the loss.
  id uuid primary key references ledger_transaction (id),
  deposit_id uuid not null references deposit (id),
  lost_at timestamptz(3) not null,
  from_treasury ledger_amount not null check (from_treasury >= 0),
  uncovered ledger_amount not null check (uncovered >= 0),
  returned_by uuid unique references ledger_transaction (id),
  returned_at timestamptz(3),
  check ((returned_by is null) = (returned_at is null)),
  check (from_treasury + uncovered > 0)
);
-- Lost once at a time.
create unique index deposit_loss_open on deposit_loss (deposit_id) where returned_by is null;

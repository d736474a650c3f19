-- What the operator's key is to do on the chain, and every transaction it ever signed for that. A row says what was decided; the chain says what
-- became of it; nothing here is ever changed to another decision.

create type chain_order_kind as enum (
  -- The vault pays a member. The id is that of the ledger's pending transaction.
  'PAYOUT',
  -- Sold JUF is minted to the vault.
  'MINT',
  -- Burned JU leaves the vault for the address that nobody has the key of. The id is that of the ledger's pending transaction.
  'BURN'
);
create type chain_order_status as enum ('PENDING', 'POSTED', 'VOIDED');

create table chain_order (
  id uuid primary key,
  kind chain_order_kind not null,
  -- payout:{id}, mint:{number}, burn:{number}. Numbers instead of ids, so that after a restored backup the same batch meets itself on the chain.
  reference text not null unique check (reference ~ '^(payout:[0-9a-f-]{36}|mint:[1-9][0-9]*|burn:[1-9][0-9]*)$'),
  -- What the contract knows it by, and accepts once.
  contract_id ledger_digest not null generated always as (sha256(('jufi:' || reference)::bytea)) stored,
  member_id uuid references member (id),
  token ledger_token not null,
  recipient text not null check (recipient ~ '^0x[0-9a-fA-F]{40}$'),
  amount ledger_amount not null check (amount > 0),
  fee ledger_amount not null default 0 check (fee >= 0),
  -- What it counts in the limit of its day, in millionths of a US dollar.
  usd ledger_amount check (usd >= 0),
  -- It cannot have been done in an earlier block, but for what a restored backup forgot.
  from_block bigint not null check (from_block >= 0),
  created_at timestamptz(3) not null,
  status chain_order_status not null default 'PENDING',
  -- The operator wants it undone, should that still be possible.
  is_given_up boolean not null default false,
  -- Why it is not sent for now, and when it is looked at again.
  held_because text,
  held_until timestamptz(3),
  -- Of the transaction that did it, confirmed or not yet; a reorg may take it back.
  chain_hash ledger_digest,
  -- The block that did it, once it is confirmed.
  settled_block bigint,
  resolved_by uuid references ledger_transaction (id),
  resolved_at timestamptz(3),
  -- What was booked when the chain did after all what had been refunded.
  loss_by uuid references ledger_transaction (id),
  constraint chain_order_parts check ((kind = 'PAYOUT') = (member_id is not null) and (kind = 'PAYOUT') = (usd is not null) and (kind = 'PAYOUT' or fee = 0)),
  constraint chain_order_named check (case kind when 'PAYOUT' then reference = 'payout:' || id else reference ~ case kind when 'MINT' then '^mint:' else '^burn:' end end),
  constraint chain_order_resolved check ((status = 'PENDING') = (resolved_at is null))
);
-- All that the chain still has to do.
create index chain_order_undone on chain_order (created_at, id) where settled_block is null and status <> 'VOIDED';
create index chain_order_settled on chain_order (settled_block) where settled_block is not null;
create index chain_order_member on chain_order (member_id, created_at) where kind = 'PAYOUT';
-- One batch after the other.
create unique index chain_order_one_batch on chain_order (kind) where status = 'PENDING' and kind <> 'PAYOUT';

-- A payout is true to the ledger and to the member, whoever wrote it: to the member's own address, what the member was debited.
create function chain_order_true() returns trigger language plpgsql as $$
begin
  if new.kind = 'MINT' then return null; end if;
  if not exists (
    select from ledger_transaction t join ledger_account a on a.owner_id = t.id and a.kind = 'PAYOUT_IN_TRANSIT' and a.token = new.token
     where t.id = new.id and t.phase = 'PENDING' and t.kind::text = case new.kind when 'PAYOUT' then 'PAYOUT' else 'ADJUSTMENT' end
       and a.balance = new.amount + new.fee
  ) then
    raise exception 'what an order pays waits in transit under its id' using errcode = 'check_violation', constraint = 'chain_order_in_transit';
  end if;
  if new.kind = 'PAYOUT' and not exists (
    select from member m join ledger_account a on a.owner_id = m.id and a.kind = 'AVAILABLE' and a.token = new.token
      join ledger_entry e on e.account_id = a.id and e.transaction_id = new.id
     where m.id = new.member_id and m.address = new.recipient and e.amount = -(new.amount + new.fee) and e.fee = new.fee
  ) then
    raise exception 'a payout goes to the address of the member who was debited' using errcode = 'check_violation', constraint = 'chain_order_own_address';
  end if;
  return null;
end $$;
create constraint trigger chain_order_true after insert on chain_order deferrable initially deferred for each row execute function chain_order_true();

create function chain_order_kept() returns trigger language plpgsql as $$
begin
  if (old.id, old.kind, old.reference, old.member_id, old.token, old.recipient, old.fee, old.usd, old.from_block, old.created_at)
       is distinct from (new.id, new.kind, new.reference, new.member_id, new.token, new.recipient, new.fee, new.usd, new.from_block, new.created_at)
     or (old.amount <> new.amount and (old.kind <> 'MINT' or old.status = 'POSTED'))
     or (old.status <> new.status and old.status <> 'PENDING' and old.kind <> 'MINT')
     or (old.is_given_up and not new.is_given_up) then
    raise exception 'an order stays what it was decided to be' using errcode = 'check_violation', constraint = 'chain_order_kept';
  end if;
  return new;
end $$;
create trigger chain_order_kept before update on chain_order for each row execute function chain_order_kept();
create trigger chain_order_append_only before delete or truncate on chain_order for each statement execute function ledger_refuse_change();

create type operator_nonce_state as enum ('OPEN', 'CONSUMED');
create type operator_nonce_outcome as enum (
  -- The order was done, by this nonce or by another.
  'DONE',
  'REVERTED',
  -- A transaction that is none of ours had it.
  'TAKEN',
  -- A transaction of ours that does nothing had it.
  'EMPTY'
);

-- Each nonce is given to one order, or to none: then an empty transaction fills it.
create table operator_nonce (
  sender text not null check (sender ~ '^0x[0-9a-fA-F]{40}$'),
  nonce bigint not null check (nonce >= 0),
  order_id uuid references chain_order (id),
  state operator_nonce_state not null default 'OPEN',
  outcome operator_nonce_outcome,
  -- The block that consumed it, or that was confirmed when it was found consumed.
  block bigint,
  block_hash ledger_digest,
  opened_at timestamptz(3) not null,
  primary key (sender, nonce),
  constraint operator_nonce_consumed check ((state = 'CONSUMED') = (outcome is not null and block is not null and block_hash is not null))
);
create index operator_nonce_open on operator_nonce (sender, nonce) where state = 'OPEN';
create index operator_nonce_order on operator_nonce (order_id);
create index operator_nonce_block on operator_nonce (block desc) where state = 'CONSUMED';

-- Written before it is sent for the first time, and never changed but for when it was sent.
create table operator_transaction (
  hash ledger_digest primary key,
  sender text not null,
  nonce bigint not null,
  -- It does nothing but use its nonce up.
  is_empty boolean not null,
  raw bytea not null,
  max_fee_per_gas ledger_amount not null,
  max_priority_fee_per_gas ledger_amount not null,
  signed_at timestamptz(3) not null,
  sent_at timestamptz(3),
  foreign key (sender, nonce) references operator_nonce (sender, nonce)
);
create index operator_transaction_nonce on operator_transaction (sender, nonce, max_fee_per_gas);

-- One row: whoever holds it signs and sends, until the moment it says, by the database's own clock.
create table operator_lease (
  id boolean primary key default true check (id),
  holder uuid not null,
  until timestamptz(3) not null
);

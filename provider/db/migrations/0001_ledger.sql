-- The double-entry ledger. What must always hold, holds here, whoever writes: each transaction sums to zero per token,
-- no account but two goes below zero, amounts are whole base units, history is never changed, balances equal their entries.

-- Rules of one value are domains: they are compiled once a session, a table's CHECK is parsed again by every statement.

-- numeric(78,0) would round 1.6 to 2, and NaN passes ">= 0" (it sorts above every number), so neither is used.
-- scale() of NaN and infinities is null; the second condition is what refuses them.
create domain ledger_amount as numeric check (scale(value) = 0 and abs(value) < 1e60);
create domain ledger_change as ledger_amount check (value <> 0);
create domain ledger_fee as ledger_amount check (value >= 0);
create domain ledger_digest as bytea check (octet_length(value) = 32);
create domain ledger_remark as text check (char_length(value) between 1 and 500);

create type ledger_token as enum ('JU', 'JUF', 'USDT');

create type ledger_account_kind as enum (
  -- A member's own: owner_id is the member.
  'AVAILABLE', 'LOCKED',
  -- Set apart for one promise: owner_id is what was promised (a stake, a purchase, an insurance, a payout …). It can be
  -- paid from nowhere else and pay for nothing else.
  'STAKED', 'VESTING', 'REWARD_POOL_RESERVED', 'INSURANCE_POOL_RESERVED', 'UNEARNED_PREMIUM', 'DEPOSIT_IN_TRANSIT', 'PAYOUT_IN_TRANSIT',
  -- The system's, from TREASURY on: owner_id is the nil UUID; split into shards so that many clients do not queue on one row.
  -- The last two, from UNCOVERED_LOSS on, may go below zero.
  'TREASURY', 'REWARD_POOL_FREE', 'BONUS_POOL', 'INSURANCE_POOL_FREE', 'FEES', 'BURNED', 'UNCOVERED_LOSS', 'OUTSIDE_WORLD'
);

create type ledger_kind as enum (
  'DEPOSIT', 'PAYOUT', 'TRANSFER', 'TREASURY_PURCHASE', 'VESTING_CLAIM', 'STAKE', 'ROI', 'CAPITAL', 'TURBO', 'ROLE', 'PRIVILEGE', 'BONUS',
  'SCORE', 'PREMIUM', 'PREMIUM_REFUND', 'INSURANCE_PAYOUT', 'CODE', 'ADJUSTMENT'
);

-- PENDING waits for the chain; one SETTLE or one VOID resolves it.
create type ledger_phase as enum ('SINGLE', 'PENDING', 'SETTLE', 'VOID');

create table ledger_account (
  id bigint generated always as identity primary key,
  kind ledger_account_kind not null,
  token ledger_token not null,
  owner_id uuid not null default '00000000-0000-0000-0000-000000000000',
  shard smallint not null default 0,
  balance ledger_amount not null default 0,
  entry_count bigint not null default 0,
  last_entry_at timestamp(3) with time zone,
  constraint ledger_account_key unique (owner_id, kind, token, shard),
  constraint ledger_account_not_negative check (balance >= 0 or kind >= 'UNCOVERED_LOSS')
) with (fillfactor = 70);

-- Sums over one kind (the reserves) must not read every member's account.
create index ledger_account_promises on ledger_account (kind, token) where kind not in ('AVAILABLE', 'LOCKED');

create table ledger_transaction (
  id uuid primary key,
  kind ledger_kind not null,
  phase ledger_phase not null default 'SINGLE',
  resolves uuid references ledger_transaction (id),
  entry_count smallint not null,
  occurred_at timestamp(3) with time zone not null,
  recorded_at timestamp(3) with time zone not null default now(),
  remark ledger_remark,
  chain_hash ledger_digest,
  hash ledger_digest not null,
  constraint ledger_transaction_resolution check ((resolves is not null) = (phase >= 'SETTLE'))
);

create unique index ledger_transaction_resolved_once on ledger_transaction (resolves) where resolves is not null;

create table ledger_entry (
  transaction_id uuid not null,
  ordinal smallint not null,
  account_id bigint not null,
  token ledger_token not null,
  kind ledger_kind not null,
  amount ledger_change not null,
  -- The part of a negative amount that was a fee; the fee account has an entry of its own for it.
  fee ledger_fee not null default 0,
  balance_after ledger_amount not null,
  -- The account's first entry is 1; no gaps. Paging counts with it instead of counting rows.
  seq bigint not null,
  -- Never earlier than the account's entry before it, though clocks of several processes differ.
  created_at timestamp(3) with time zone not null,
  primary key (transaction_id, ordinal),
  -- The kind rides along so that a filtered list counts in the index alone.
  constraint ledger_entry_seq unique (account_id, seq) include (kind),
  constraint ledger_entry_fee check (fee = 0 or fee <= -amount)
);

-- A transaction without all of its entries cannot be committed: the last of them must exist.
alter table ledger_transaction
  add constraint ledger_transaction_complete foreign key (id, entry_count) references ledger_entry (transaction_id, ordinal)
  deferrable initially deferred;

-- Entries enter the books here and nowhere else: one transaction a statement, whole. Its ordinals are 1 to entry_count, so a
-- second helping would break the primary key. An account stands in it once. Row triggers would be simpler, but
-- ON CONFLICT DO NOTHING runs them for rows it then drops.
create function ledger_enter() returns trigger language plpgsql as $$
declare
  n record;
  entered bigint;
begin
  select count(*) as arrived,
         count(distinct e.transaction_id) = 1 and count(*) = count(t.id) and count(*) = max(t.entry_count)
           and min(e.ordinal) = 1 and max(e.ordinal) = count(*) as whole,
         -- Each token of the type; a token that were forgotten here would never balance.
         sum(case e.token when 'JU' then e.amount else 0 end) = 0 and sum(case e.token when 'JUF' then e.amount else 0 end) = 0
           and sum(case e.token when 'USDT' then e.amount else 0 end) = 0 and bool_and(e.token in ('JU', 'JUF', 'USDT')) as balanced
    into n
    from new_entry e left join ledger_transaction t on t.id = e.transaction_id and t.kind = e.kind;
  if n.arrived = 0 then return null; end if;
  if not n.whole then
    raise exception 'a ledger transaction comes alone and with all of its entries in one statement' using errcode = 'check_violation', constraint = 'ledger_whole';
  end if;
  if not n.balanced then
    raise exception 'the entries of a ledger transaction sum to zero per token' using errcode = 'check_violation', constraint = 'ledger_zero_sum';
  end if;
  update ledger_account a
     set balance = e.balance_after, entry_count = e.seq, last_entry_at = e.created_at
    from new_entry e
   where a.id = e.account_id and a.token = e.token and e.seq = a.entry_count + 1 and e.balance_after = a.balance + e.amount
     and (a.last_entry_at is null or e.created_at >= a.last_entry_at);
  get diagnostics entered = row_count;
  if entered <> n.arrived then
    raise exception 'a ledger entry continues its account: token, seq, balance_after and time' using errcode = 'check_violation', constraint = 'ledger_continues';
  end if;
  return null;
end $$;

-- A session that planned while the tables were empty would go on reading them whole until the next ANALYZE.
alter function ledger_enter() set enable_seqscan to off;
alter function ledger_enter() set enable_hashjoin to off;
alter function ledger_enter() set enable_mergejoin to off;

create trigger ledger_entry_enter after insert on ledger_entry referencing new table as new_entry for each statement execute function ledger_enter();

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% refused: the ledger only ever grows (%)', tg_op, tg_table_name using errcode = 'insufficient_privilege', constraint = 'ledger_append_only';
end $$;

create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry for each statement execute function ledger_refuse_change();
create trigger ledger_transaction_append_only before update or delete or truncate on ledger_transaction for each statement execute function ledger_refuse_change();
create trigger ledger_account_kept before delete or truncate on ledger_account for each statement execute function ledger_refuse_change();
-- Balances change by entries alone: depth 0 means that the statement did not come from ledger_enter().
create trigger ledger_account_by_entries before update on ledger_account for each statement when (pg_trigger_depth() = 0) execute function ledger_refuse_change();

-- Only INSERT can break these, so they are no CHECKs, which every change of a balance would pay for.
create function ledger_open_account() returns trigger language plpgsql as $$
begin
  if new.balance <> 0 or new.entry_count <> 0 or new.last_entry_at is not null then
    raise exception 'an account opens empty' using errcode = 'check_violation', constraint = 'ledger_account_opens_empty';
  end if;
  if (new.owner_id = '00000000-0000-0000-0000-000000000000') <> (new.kind >= 'TREASURY') then
    raise exception 'accounts from TREASURY on are owned by nobody, all others by somebody' using errcode = 'check_violation', constraint = 'ledger_account_owned';
  end if;
  if new.shard < 0 or new.shard > 31 or (new.shard > 0 and new.kind < 'TREASURY') then
    raise exception 'only pooled accounts have shards' using errcode = 'check_violation', constraint = 'ledger_account_shard';
  end if;
  return new;
end $$;

create trigger ledger_account_open before insert on ledger_account for each row execute function ledger_open_account();

create function ledger_check_resolution() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_transaction where id = new.resolves and phase = 'PENDING' and kind = new.kind) then
    raise exception 'only a pending ledger transaction of the same kind can be resolved' using errcode = 'check_violation', constraint = 'ledger_resolves_pending';
  end if;
  if exists (select from ledger_account where owner_id = new.resolves and balance <> 0) then
    raise exception 'a resolution leaves nothing in transit' using errcode = 'check_violation', constraint = 'ledger_resolves_wholly';
  end if;
  return null;
end $$;

create constraint trigger ledger_transaction_resolves after insert on ledger_transaction deferrable initially deferred
  for each row when (new.resolves is not null) execute function ledger_check_resolution();

-- Triggers stop the owner; privileges stop everyone else, and are a second fence for what the owner never needs.
-- (UPDATE stays with the owner: row locks and foreign keys ask for it.)
revoke all on ledger_account, ledger_transaction, ledger_entry from public;
do $$ begin
  execute format('revoke delete, truncate on ledger_account, ledger_transaction, ledger_entry from %I', current_user);
end $$;

insert into ledger_account (kind, token, shard)
select kind, token, shard
  from unnest(enum_range(null::ledger_account_kind)) kind, unnest(enum_range(null::ledger_token)) token, generate_series(0, 31) shard
 where kind >= 'TREASURY'
 order by kind, token, shard;

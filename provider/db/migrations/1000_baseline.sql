-- The whole schema, grouped by module. Later files in this folder only add to it, by the rules in docs/operations.md.
--
-- Rules that must hold whoever writes stand here and not in the code above: constraints where a row decides, triggers
-- where several rows or the ledger do. Triggers that compare with the ledger are deferred, so that they see the whole
-- transaction.
--
-- It stands for the migrations up to 0302_push.sql: a database that has run exactly those is taken as it is, and this
-- file isn't run there. The digest is that of their names and hashes.
-- replaces: 0302_push.sql b6ace89f38b04134cb5c6a1703ac800f293db6d4b0c1a51489fd47c610b14700

-- =============================================================================
-- Ledger
--
-- Double entry. The database itself guarantees that each transaction sums to zero per token, that only three kinds of
-- account go below zero, that amounts are whole base units, that history never changes and that each balance equals its
-- entries.
-- =============================================================================

-- Rules about a single value are domains: PostgreSQL compiles those once a session, but parses a table's CHECK again
-- for every statement.

-- Not numeric(78,0), which would round 1.6 to 2. NaN passes ">= 0", because it sorts above every number, and scale() of
-- NaN and the infinities is null; the second condition is what refuses them.
create domain ledger_amount as numeric check (scale(value) = 0 and abs(value) < 1e60);
create domain ledger_change as ledger_amount check (value <> 0);
create domain ledger_fee as ledger_amount check (value >= 0);
create domain ledger_digest as bytea check (octet_length(value) = 32);
create domain ledger_remark as text check (char_length(value) between 1 and 500);

create type ledger_token as enum ('JU', 'JUF', 'USDT');

create type ledger_account_kind as enum (
  -- A member's own. owner_id is the member.
  'AVAILABLE', 'LOCKED',
  -- Set apart for one promise, which is paid from here and nowhere else. owner_id is what was promised: a stake, a
  -- purchase, an insurance, a payout …
  'STAKED', 'VESTING', 'REWARD_POOL_RESERVED', 'INSURANCE_POOL_RESERVED', 'UNEARNED_PREMIUM', 'DEPOSIT_IN_TRANSIT', 'PAYOUT_IN_TRANSIT',
  -- The system's, from TREASURY on. owner_id is the nil UUID; each is split into shards so that clients don't queue on
  -- one row. Those from UNCOVERED_LOSS on may go below zero. What VAULT is below zero lies in the vault on the chain:
  -- deposits are taken from it, payouts given to it.
  'TREASURY', 'REWARD_POOL_FREE', 'BONUS_POOL', 'INSURANCE_POOL_FREE', 'FEES', 'BURNED', 'UNCOVERED_LOSS', 'OUTSIDE_WORLD', 'VAULT'
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

-- So that sums over one kind, such as the reserves, don't read every member's account.
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
  -- Counts from 1 within the account, without gaps. Paging calculates with it instead of counting rows.
  seq bigint not null,
  -- Never earlier than the account's previous entry, although the clocks of several processes differ.
  created_at timestamp(3) with time zone not null,
  primary key (transaction_id, ordinal),
  -- With the kind, so that filtered lists are counted from the index alone.
  constraint ledger_entry_seq unique (account_id, seq) include (kind),
  constraint ledger_entry_fee check (fee = 0 or fee <= -amount)
);

-- A transaction can't be committed without all of its entries: the last of them must exist.
alter table ledger_transaction
  add constraint ledger_transaction_complete foreign key (id, entry_count) references ledger_entry (transaction_id, ordinal)
  deferrable initially deferred;

-- The only place where entries reach the balances. Each statement inserts one transaction, whole: its ordinals are 1 to
-- entry_count, so entries added later would break the primary key. An account appears in it once. Row triggers would be
-- simpler, but ON CONFLICT DO NOTHING runs them for rows that it then drops.
--
-- The statement that enters them also checks them where all are of one token, which is nearly always; only the rest is
-- looked at again.
create function ledger_enter() returns trigger language plpgsql as $$
declare
  n record;
  r record;
begin
  with entered as (
    update ledger_account a
       set balance = e.balance_after, entry_count = e.seq, last_entry_at = e.created_at
      from ledger_transaction t, new_entry e
     where t.id = (select f.transaction_id from new_entry f limit 1)
       and e.transaction_id = t.id and e.kind = t.kind and e.ordinal between 1 and t.entry_count
       and a.id = e.account_id and a.token = e.token and e.seq = a.entry_count + 1 and e.balance_after = a.balance + e.amount
       and (a.last_entry_at is null or e.created_at >= a.last_entry_at)
    returning t.entry_count, e.token, e.amount
  )
  select (select count(*) from new_entry) as arrived, count(*) as entered, min(entry_count) as said, min(token) as token, max(token) as other_token,
         sum(amount) as total
    into n from entered;
  -- The primary key allows no ordinal twice, so entry_count rows with ordinals between 1 and entry_count are all of
  -- them.
  if n.entered = n.arrived and n.entered = n.said and n.token = n.other_token and n.total = 0 then return null; end if;
  if n.arrived = 0 then return null; end if;
  select count(distinct e.transaction_id) = 1 and count(*) = count(t.id) and count(*) = max(t.entry_count)
           and min(e.ordinal) = 1 and max(e.ordinal) = count(*) as whole,
         -- Every token is named, and any other refused, so a new one can't be forgotten here.
         sum(case e.token when 'JU' then e.amount else 0 end) = 0 and sum(case e.token when 'JUF' then e.amount else 0 end) = 0
           and sum(case e.token when 'USDT' then e.amount else 0 end) = 0 and bool_and(e.token in ('JU', 'JUF', 'USDT')) as balanced
    into r
    from new_entry e left join ledger_transaction t on t.id = e.transaction_id and t.kind = e.kind;
  if not r.whole then
    raise exception 'a ledger transaction comes alone and with all of its entries in one statement'
      using errcode = 'check_violation', constraint = 'ledger_whole';
  end if;
  if not r.balanced then
    raise exception 'the entries of a ledger transaction sum to zero per token'
      using errcode = 'check_violation', constraint = 'ledger_zero_sum';
  end if;
  if n.entered <> n.arrived then
    raise exception 'a ledger entry continues its account: token, seq, balance_after and time'
      using errcode = 'check_violation', constraint = 'ledger_continues';
  end if;
  return null;
end $$;

-- A session that planned while the tables were empty would keep reading them sequentially until the next ANALYZE.
alter function ledger_enter() set enable_seqscan to off;
alter function ledger_enter() set enable_hashjoin to off;
alter function ledger_enter() set enable_mergejoin to off;

create trigger ledger_entry_enter after insert on ledger_entry referencing new table as new_entry
  for each statement execute function ledger_enter();

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% refused: the ledger only ever grows (%)', tg_op, tg_table_name
    using errcode = 'insufficient_privilege', constraint = 'ledger_append_only';
end $$;
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function ledger_refuse_change();
create trigger ledger_transaction_append_only before delete or truncate on ledger_transaction
  for each statement execute function ledger_refuse_change();
create trigger ledger_account_kept before delete or truncate on ledger_account
  for each statement execute function ledger_refuse_change();
-- Balances change by entries alone: at depth 0 the statement didn't come from ledger_enter().
create trigger ledger_account_by_entries before update on ledger_account
  for each statement when (pg_trigger_depth() = 0) execute function ledger_refuse_change();

-- Not CHECKs: only an INSERT can break these rules, and every change of a balance would pay for them.
create function ledger_open_account() returns trigger language plpgsql as $$
begin
  if new.balance <> 0 or new.entry_count <> 0 or new.last_entry_at is not null then
    raise exception 'an account opens empty'
      using errcode = 'check_violation', constraint = 'ledger_account_opens_empty';
  end if;
  if (new.owner_id = '00000000-0000-0000-0000-000000000000') <> (new.kind >= 'TREASURY') then
    raise exception 'accounts from TREASURY on are owned by nobody, all others by somebody'
      using errcode = 'check_violation', constraint = 'ledger_account_owned';
  end if;
  if new.shard < 0 or new.shard > 31 or (new.shard > 0 and new.kind < 'TREASURY') then
    raise exception 'only pooled accounts have shards'
      using errcode = 'check_violation', constraint = 'ledger_account_shard';
  end if;
  return new;
end $$;
create trigger ledger_account_open before insert on ledger_account for each row execute function ledger_open_account();

create function ledger_check_resolution() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_transaction where id = new.resolves and phase = 'PENDING' and kind = new.kind) then
    raise exception 'only a pending ledger transaction of the same kind can be resolved'
      using errcode = 'check_violation', constraint = 'ledger_resolves_pending';
  end if;
  if exists (select from ledger_account where owner_id = new.resolves and balance <> 0) then
    raise exception 'a resolution leaves nothing in transit'
      using errcode = 'check_violation', constraint = 'ledger_resolves_wholly';
  end if;
  return null;
end $$;
create constraint trigger ledger_transaction_resolves after insert on ledger_transaction deferrable initially deferred
  for each row when (new.resolves is not null) execute function ledger_check_resolution();

-- A remark is the only text of a member's in the ledger, so it may be erased. This table then holds the hash without
-- the remark, so that the audit still notices any changed figure; ledger_transaction.hash stays what the member was
-- told.
create table erased_remark (
  transaction_id uuid primary key references ledger_transaction (id),
  hash ledger_digest not null,
  erased_at timestamptz(3) not null
);
create trigger erased_remark_append_only before update or delete or truncate on erased_remark
  for each statement execute function ledger_refuse_change();

create function ledger_transaction_keep() returns trigger language plpgsql as $$
declare
  without_remark ledger_transaction := old;
begin
  without_remark.remark := null;
  if old.remark is null or new is distinct from without_remark or not exists (select from erased_remark r where r.transaction_id = old.id) then
    raise exception '% refused: the ledger only ever grows (%)', tg_op, tg_table_name
      using errcode = 'insufficient_privilege', constraint = 'ledger_append_only';
  end if;
  return new;
end $$;
create trigger ledger_transaction_kept before update on ledger_transaction
  for each row execute function ledger_transaction_keep();

-- Erases the remarks that a member wrote on transfers, and returns their number. What others wrote to the member stays.
create function ledger_erase_remarks(p_member_id uuid, p_at timestamptz) returns bigint language plpgsql as $$
declare
  ids uuid[];
begin
  select coalesce(array_agg(distinct t.id), '{}') into ids
    from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_transaction t on t.id = e.transaction_id
   where a.owner_id = p_member_id and e.kind = 'TRANSFER' and e.amount < 0 and t.remark is not null;
  insert into erased_remark (transaction_id, hash, erased_at)
    select t.id, ledger_hash(t.id, t.kind, t.phase, t.resolves, t.occurred_at, t.chain_hash, null, (
             select string_agg(concat_ws(':', kind, token, owner_id, amount, fee) || ';', '' order by kind, token, owner_id) from (
               select a.kind, a.token, a.owner_id, sum(e.amount) as amount, sum(e.fee) as fee
                 from ledger_entry e join ledger_account a on a.id = e.account_id where e.transaction_id = t.id group by a.kind, a.token, a.owner_id
             ) of_account)), p_at
      from ledger_transaction t where t.id = any (ids);
  update ledger_transaction set remark = null where id = any (ids);
  return cardinality(ids);
end $$;

-- Triggers stop the owner. Privileges stop everyone else, and stop the owner a second time where it never needs them;
-- UPDATE stays, because row locks and foreign keys need it.
revoke all on ledger_account, ledger_transaction, ledger_entry from public;
do $$ begin
  execute format('revoke delete, truncate on ledger_account, ledger_transaction, ledger_entry from %I', current_user);
end $$;

insert into ledger_account (kind, token, shard)
select kind, token, shard
  from unnest(enum_range(null::ledger_account_kind)) kind, unnest(enum_range(null::ledger_token)) token, generate_series(0, 31) shard
 where kind >= 'TREASURY'
 order by kind, token, shard;

-- =============================================================================
-- Ledger: posting
--
-- One call posts one transaction. It takes its locks in one order, refuses by returning a value (nothing is written,
-- and the surrounding transaction stays usable), and can be repeated with the same id.
-- =============================================================================

-- Hash of a transaction. `items` holds "kind:token:owner:amount:fee;" for each account, sorted by the first three; the
-- shards of a pooled account count as one.
create function ledger_hash(
  id uuid, kind ledger_kind, phase ledger_phase, resolves uuid, occurred_at timestamptz, chain_hash bytea, remark text, items text
) returns bytea language sql stable parallel safe as $$
  select sha256(convert_to(concat_ws('|', id, kind, phase, coalesce(resolves::text, ''), floor(extract(epoch from occurred_at) * 1000)::bigint,
    coalesce(encode(chain_hash, 'hex'), ''), items, coalesce(remark, '')), 'UTF8'))
$$;

create function ledger_items(p_kinds ledger_account_kind[], p_tokens ledger_token[], p_owners uuid[], p_amounts numeric[], p_fees numeric[])
returns text language sql stable parallel safe as $$
  select string_agg(concat_ws(':', kind, token, owner_id, amount, fee) || ';', '' order by kind, token, owner_id)
    from unnest(p_kinds, p_tokens, p_owners, p_amounts, p_fees) u (kind, token, owner_id, amount, fee)
$$;

-- A repeated call may say a later time: the first one stands. If anything else differs, it is another transaction.
create function ledger_compare(
  p_id uuid, p_kind ledger_kind, p_phase ledger_phase, p_resolves uuid, p_remark text, p_chain_hash bytea, p_items text,
  out outcome text, out posted_hash bytea
) language sql as $$
  select case when t.hash = ledger_hash(p_id, p_kind, p_phase, p_resolves, t.occurred_at, p_chain_hash, p_remark, p_items)
              then 'REPEATED' else 'TRANSACTION_ID_REUSED' end, t.hash
    from ledger_transaction t where t.id = p_id
$$;

-- An entry to be, computed while its account is locked.
create type ledger_line as (account_id bigint, token ledger_token, amount numeric, fee numeric, balance_after numeric, seq bigint, created_at timestamptz);

-- Debits a pooled account: from any unlocked shard that holds enough, otherwise from all of them, fullest first. Null
-- if together they hold too little.
create function ledger_gather(p_kind ledger_account_kind, p_token ledger_token, p_amount numeric, p_occurred_at timestamptz)
returns ledger_line[] language plpgsql as $$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
  lines ledger_line[];
begin
  begin
    select array_agg((id, p_token, p_amount, 0, balance + p_amount, entry_count + 1, greatest(last_entry_at, p_occurred_at))::ledger_line) into strict lines from (
      select * from ledger_account where owner_id = nil and kind = p_kind and token = p_token and balance + p_amount >= 0
       limit 1 for no key update skip locked
    ) a having count(*) > 0;
    return lines;
  exception when no_data_found then
    -- A row that another debit emptied meanwhile is locked by us all the same; leaving this block releases it. Two that
    -- each held one shard and waited for all would deadlock.
    null;
  end;
  perform from ledger_account where owner_id = nil and kind = p_kind and token = p_token order by id for no key update;
  select array_agg((id, p_token, -taken, 0, balance - taken, entry_count + 1, greatest(last_entry_at, p_occurred_at))::ledger_line) into lines from (
    select *, least(balance, -p_amount - before) as taken from (
      select *, coalesce(sum(balance) over (order by balance desc, id rows between unbounded preceding and 1 preceding), 0) as before
        from ledger_account where owner_id = nil and kind = p_kind and token = p_token and balance > 0
    ) filled where before < -p_amount
  ) a having sum(taken) = -p_amount;
  return lines;
end $$;

create function ledger_post(
  p_id uuid, p_kind ledger_kind, p_phase ledger_phase, p_resolves uuid, p_occurred_at timestamptz, p_remark text, p_chain_hash bytea,
  p_kinds ledger_account_kind[], p_tokens ledger_token[], p_owners uuid[], p_amounts numeric[], p_fees numeric[],
  out outcome text, out posted_hash bytea, out refused_kind ledger_account_kind, out refused_token ledger_token, out refused_owner uuid,
  out refused_balance numeric
) language plpgsql as $$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
  own_shard constant smallint := pg_backend_pid() % 32;
  lines ledger_line[];
  gathered ledger_line[];
  short int;
  r record;
  items text := '';
begin
  if p_kinds && '{STAKED,VESTING,REWARD_POOL_RESERVED,INSURANCE_POOL_RESERVED,UNEARNED_PREMIUM,DEPOSIT_IN_TRANSIT,PAYOUT_IN_TRANSIT}' then
    insert into ledger_account (kind, token, owner_id)
    select u.kind, u.token, u.owner_id from unnest(p_kinds, p_tokens, p_owners, p_amounts) u (kind, token, owner_id, amount)
     where u.amount > 0 and u.kind > 'LOCKED' and u.kind < 'TREASURY'
       and not exists (select from ledger_account a where a.owner_id = u.owner_id and a.kind = u.kind and a.token = u.token)
     order by u.owner_id, u.kind, u.token
    on conflict do nothing;
  end if;

  -- Locks are taken in the order of the postings (kind, token, owner), which callers sort: owned accounts, then the
  -- shards that receive pooled credits, then pooled debits. The lateral query locks row by row, so the planner can't
  -- change the order.
  select array_agg(line), min(ordinal) filter (where after < 0 and kind < 'UNCOVERED_LOSS')
    into lines, short
    from (
      select i as ordinal, found.*
        from generate_series(1, cardinality(p_kinds)) i, lateral (
          select a.kind, a.balance + p_amounts[i] as after,
                 (a.id, a.token, p_amounts[i], p_fees[i], a.balance + p_amounts[i], a.entry_count + 1, greatest(a.last_entry_at, p_occurred_at))::ledger_line as line
            from ledger_account a
           where a.owner_id = p_owners[i] and a.kind = p_kinds[i] and a.token = p_tokens[i]
             and a.shard = case when p_kinds[i] < 'TREASURY' then 0 else own_shard end
             and (p_kinds[i] < 'TREASURY' or p_kinds[i] >= 'UNCOVERED_LOSS' or p_amounts[i] > 0)
             for no key update
        ) found
    ) locked;
  -- As ledger_items(), since the postings are sorted; a query would cost three times as much.
  for i in 1 .. cardinality(p_kinds) loop
    items := items || concat_ws(':', p_kinds[i], p_tokens[i], p_owners[i], p_amounts[i], p_fees[i]) || ';';
  end loop;

  if cardinality(lines) is distinct from cardinality(p_kinds) or short is not null or p_resolves is not null then
    -- First, because whoever held the locks before us may have posted this same transaction.
    select c.* into outcome, posted_hash from ledger_compare(p_id, p_kind, p_phase, p_resolves, p_remark, p_chain_hash, items) c;
    if outcome is not null then return; end if;
    select case t.phase when 'SETTLE' then 'ALREADY_SETTLED' else 'ALREADY_VOIDED' end into outcome from ledger_transaction t where t.resolves = p_resolves;
    if outcome is not null then return; end if;
    if short is not null then
      outcome := 'INSUFFICIENT_BALANCE';
      refused_kind := p_kinds[short]; refused_token := p_tokens[short]; refused_owner := p_owners[short];
      select balance into refused_balance from ledger_account where owner_id = refused_owner and kind = refused_kind and token = refused_token;
      return;
    end if;
    for r in
      select u.kind, u.token, u.owner_id, u.amount
        from unnest(p_kinds, p_tokens, p_owners, p_amounts) u (kind, token, owner_id, amount)
       where not exists (
         select from unnest(lines) l join ledger_account a on a.id = l.account_id where a.kind = u.kind and a.token = u.token and a.owner_id = u.owner_id
       )
       order by u.kind, u.token, u.owner_id
    loop
      refused_kind := r.kind; refused_token := r.token; refused_owner := r.owner_id;
      if r.kind < 'TREASURY' then outcome := 'ACCOUNT_UNKNOWN'; return; end if;
      gathered := ledger_gather(r.kind, r.token, r.amount, p_occurred_at);
      if gathered is null then
        outcome := 'INSUFFICIENT_BALANCE';
        select sum(balance) into refused_balance from ledger_account where owner_id = nil and kind = r.kind and token = r.token;
        return;
      end if;
      lines := lines || gathered;
    end loop;
    refused_kind := null; refused_token := null; refused_owner := null;
  end if;

  insert into ledger_transaction as t (id, kind, phase, resolves, entry_count, occurred_at, remark, chain_hash, hash)
  values (p_id, p_kind, p_phase, p_resolves, cardinality(lines), p_occurred_at, p_remark, p_chain_hash,
    ledger_hash(p_id, p_kind, p_phase, p_resolves, p_occurred_at, p_chain_hash, p_remark, items))
  on conflict (id) do nothing returning 'POSTED', t.hash into outcome, posted_hash;
  if outcome is null then
    select c.* into outcome, posted_hash from ledger_compare(p_id, p_kind, p_phase, p_resolves, p_remark, p_chain_hash, items) c;
    return;
  end if;
  insert into ledger_entry (transaction_id, ordinal, account_id, token, kind, amount, fee, balance_after, seq, created_at)
  select p_id, l.ordinal, l.account_id, l.token, p_kind, l.amount, l.fee, l.balance_after, l.seq, l.created_at
    from unnest(lines) with ordinality l (account_id, token, amount, fee, balance_after, seq, created_at, ordinal);
end $$;

-- The first three as for ledger_enter(). Without the last, PostgreSQL would plan for each length of the arrays anew,
-- which is half the cost of a call.
alter function ledger_post set enable_seqscan to off;
alter function ledger_post set enable_hashjoin to off;
alter function ledger_post set enable_mergejoin to off;
alter function ledger_post set plan_cache_mode to force_generic_plan;

-- How many of an account's entries are no later than a moment. seq has no gaps and the times never fall, so a binary
-- search finds it with a few index probes where counting would read a year of rows.
create function ledger_seq_until(p_account_id bigint, p_moment timestamptz, p_entry_count bigint) returns bigint language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint := p_entry_count;
  middle bigint;
begin
  while low < high loop
    middle := (low + high + 1) / 2;
    if (select e.created_at <= p_moment from ledger_entry e where e.account_id = p_account_id and e.seq = middle) then
      low := middle;
    else
      high := middle - 1;
    end if;
  end loop;
  return low;
end $$;

-- What each audit of the ledger found, so that monitoring sees its age and outcome.
create table ledger_audit_run (
  id uuid primary key,
  at timestamptz(3) not null,
  sound boolean not null,
  -- Of the first broken rule.
  code text,
  constraint ledger_audit_run_break check (sound = (code is null))
);
create index ledger_audit_run_at on ledger_audit_run (at desc);

-- =============================================================================
-- Terms
--
-- The operator's rates, fees and limits, version by version.
-- =============================================================================

-- Never changed or deleted: what was bought under a version refers to it.
create table terms (
  number integer primary key check (number > 0),
  at timestamptz(3) not null,
  applied_by text not null check (applied_by <> ''),
  reason text not null check (reason <> ''),
  document jsonb not null check (jsonb_typeof(document) = 'object'),
  -- SHA-256 of the document as canonical JSON, in hexadecimal.
  hash text not null check (hash ~ '^[0-9a-f]{64}$')
);

create function terms_follow() returns trigger language plpgsql as $$
begin
  -- Waits for whoever deals under the version in force, and makes the next ones wait for the new one.
  perform pg_advisory_xact_lock(hashtext('jufi terms'));
  if new.number <> coalesce((select max(number) from terms), 0) + 1 then
    raise exception 'versions of the terms follow each other by number'
      using errcode = 'unique_violation', constraint = 'terms_follow';
  end if;
  return new;
end $$;
create trigger terms_follow before insert on terms for each row execute function terms_follow();

create function terms_keep() returns trigger language plpgsql as $$
begin
  raise exception '% refused: versions of the terms are kept as they were applied', tg_op
    using errcode = 'insufficient_privilege', constraint = 'terms_kept';
end $$;
create trigger terms_kept before update or delete or truncate on terms for each statement execute function terms_keep();

-- The version in force, which stays in force until the transaction ends; null before the first. The lock is taken in a
-- statement of its own, so that whoever waited for it sees the version that it waited for.
create function terms_to_deal_by(out number integer, out hash text) language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('jufi terms'));
  select t.number, t.hash into number, hash from terms t order by t.number desc limit 1;
end $$;

-- What was bought keeps the terms it was bought at. Roles and points refer to them by number; null stands for the first
-- version.
create function terms_number() returns integer language sql volatile as $$ select number from terms_to_deal_by() $$;

-- What purchases refer to, copied out of each version so that it can be joined. Written by terms_spread() alone.
create table terms_role (
  terms_number integer not null references terms (number),
  code text not null,
  -- As the document has it.
  terms jsonb not null,
  power numeric not null check (power >= 0),
  bonus_cap_rate numeric not null check (bonus_cap_rate >= 0),
  primary key (terms_number, code)
);

create table terms_points (
  terms_number integer primary key references terms (number),
  points_per_power numeric not null check (points_per_power > 0),
  max_from_score numeric not null check (max_from_score >= 0)
);

create function terms_spread() returns trigger language plpgsql as $$
begin
  insert into terms_role
    select new.number, role ->> 'code', role, (role ->> 'rank')::numeric * (new.document -> 'power' ->> 'perRoleRank')::numeric,
           (new.document -> 'bonuses' ->> 'capRate')::numeric
      from jsonb_array_elements(new.document -> 'roles') role;
  insert into terms_points
    values (new.number, (new.document -> 'power' ->> 'pointsPerPower')::numeric, (new.document -> 'power' ->> 'maxFromScore')::numeric);
  return null;
end $$;
create trigger terms_spread after insert on terms for each row execute function terms_spread();
create trigger terms_role_kept before update or delete or truncate on terms_role
  for each statement execute function terms_keep();
create trigger terms_points_kept before update or delete or truncate on terms_points
  for each statement execute function terms_keep();

-- =============================================================================
-- Members and sessions
-- =============================================================================

create table member (
  id uuid primary key,
  uid text not null unique check (uid ~ '^[a-z0-9]{6,12}$'),
  username text not null check (char_length(username) between 3 and 20),
  -- The name as it is compared and found by: two usernames may not share it, however they are written.
  username_key text not null unique,
  address text not null unique check (address ~ '^0x[0-9a-fA-F]{40}$'),
  avatar text,
  referral_code text not null unique check (referral_code ~ '^[A-Z0-9]{8}$'),
  referrer_id uuid references member (id),
  referred_at timestamptz,
  language text not null check (language in ('en', 'zh', 'tw', 'id', 'vn', 'th', 'kr', 'jp', 'it', 'de')),
  created_at timestamptz not null,
  blocked_at timestamptz,
  -- What the name looks like: the shape (UTS 39 skeleton) of its lower-case letters, and the lower-case letters of its
  -- shape. Both are needed, because a capital I looks like a small L, but its small letter is i.
  username_shape text not null,
  username_folded_shape text not null,
  -- Null until the member first chooses a name: the generated one can be changed without waiting.
  username_changed_at timestamptz,
  erased_at timestamptz,
  check (referrer_id <> id),
  check ((referrer_id is null) = (referred_at is null)),
  constraint member_username_shape_key unique (username_shape),
  constraint member_username_folded_shape_key unique (username_folded_shape)
);
create index member_referrer on member (referrer_id) where referrer_id is not null;

-- Every uid ever held, so that none is given to a second member.
create table member_uid (
  uid text primary key check (uid ~ '^[a-z0-9]{6,12}$'),
  member_id uuid not null references member (id),
  taken_at timestamptz not null,
  -- What a uid looks like: its UTS 39 skeleton in lower case. Of the characters that a uid may have, only these three
  -- look like others. Neither a uid nor a username may be mistaken for another member's uid.
  shape text not null generated always as (replace(translate(uid, '01', 'ol'), 'm', 'rn')) stored
);
create index member_uid_member on member_uid (member_id, taken_at);
create index member_uid_shape on member_uid (shape);

-- A username that was given up stays its member's, with everything that looks like it: whoever still knows the name
-- must not reach somebody else by it.
create table retired_username (
  id bigint generated always as identity primary key,
  member_id uuid not null references member (id),
  username text not null,
  username_key text not null,
  username_shape text not null,
  username_folded_shape text not null,
  retired_at timestamptz not null,
  constraint retired_username_once unique (member_id, username)
);
create index retired_username_key on retired_username (username_key);
create index retired_username_shape on retired_username (username_shape);
create index retired_username_folded_shape on retired_username (username_folded_shape);

-- Digests of an erased member's names: nobody can read a name here, and nobody gets one that others may still send to.
create table erased_name (
  digest bytea primary key check (octet_length(digest) = 32)
);

-- A trigger, so that no code and no statement of an operator's can free a name by forgetting to retire it.
create function member_username_retire() returns trigger language plpgsql as $$
begin
  if exists (
    select from retired_username r
     where r.member_id <> new.id
       and (r.username_key = new.username_key or r.username_shape = new.username_shape or r.username_folded_shape = new.username_folded_shape)
  ) or exists (
    select from erased_name e
     where e.digest in (sha256(convert_to('key:' || new.username_key, 'UTF8')), sha256(convert_to('shape:' || new.username_shape, 'UTF8')),
                        sha256(convert_to('folded:' || new.username_folded_shape, 'UTF8')))
  ) then
    raise exception 'the username % looks like one that another member gave up', new.username
      using errcode = 'unique_violation', constraint = 'retired_username_kept';
  end if;
  if tg_op = 'UPDATE' and old.username <> new.username then
    insert into retired_username (member_id, username, username_key, username_shape, username_folded_shape, retired_at)
      values (old.id, old.username, old.username_key, old.username_shape, old.username_folded_shape, coalesce(new.username_changed_at, now()))
      on conflict on constraint retired_username_once do update set retired_at = excluded.retired_at;
  end if;
  return new;
end $$;
create trigger member_username_retire before insert or update of username, username_key, username_shape, username_folded_shape on member
  for each row execute function member_username_retire();

create table sign_in_nonce (
  nonce_hash bytea primary key check (octet_length(nonce_hash) = 32),
  address text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index sign_in_nonce_expiry on sign_in_nonce (expires_at);

create table session (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  member_id uuid not null references member (id),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  idle_until timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- How it began. WALLET: the member's wallet signed, at created_at. LINK: a login link that nobody has used yet; it
  -- only proves whose it is, and can be exchanged. LINKED: exchanged from a login link, which is what is assumed of a
  -- session when nothing else is known.
  kind text not null default 'LINKED' check (kind in ('WALLET', 'LINK', 'LINKED'))
);
create index session_member on session (member_id);
create index session_expiry on session (expires_at);

-- Counts of the last minute, shared by all processes. Unlogged, so no write waits for the disk; a crash may lose them.
create unlogged table attempt (
  kind text not null,
  subject text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (kind, subject, window_start)
);
create index attempt_window on attempt (window_start);

-- Whom members looked up within the last day. It is limited, so that nobody can list who is a member and with which
-- address. Unlogged: a crash may lose it.
create unlogged table look_up (
  member_id uuid not null,
  -- Hash of the member who was found, or of the name that was tried.
  kind text not null check (kind in ('MEMBER', 'NAME')),
  subject bytea not null check (octet_length(subject) = 32),
  client text not null,
  looked_up_at timestamptz(3) not null,
  primary key (member_id, kind, subject)
);
create index look_up_client on look_up (client, looked_up_at);
create index look_up_time on look_up (looked_up_at);

-- =============================================================================
-- Roles and points
-- =============================================================================

-- Roles and points are kept as history, because a poll counts those of the moment when it opened.
create table member_role (
  id uuid primary key,
  member_id uuid not null references member (id),
  role_code text not null,
  source text not null check (source in ('GRANTED', 'PURCHASED', 'CODE')),
  paid_usdt_base_units ledger_amount not null check (paid_usdt_base_units >= 0),
  since timestamptz not null,
  -- The terms it was bought or given under.
  terms_number integer default terms_number() references terms (number),
  check (source = 'PURCHASED' or paid_usdt_base_units = 0)
);
create index member_role_member on member_role (member_id, since);
-- The first purchase decides the dates of all privileges.
create index member_role_purchased on member_role (member_id, since) where source = 'PURCHASED';

create table score_entry (
  id uuid primary key,
  member_id uuid not null references member (id),
  kind text not null check (kind in ('PURCHASE', 'CLAIM', 'PRIVILEGE', 'CODE')),
  points bigint not null check (points > 0),
  balance_after bigint not null check (balance_after >= points),
  created_at timestamptz not null,
  terms_number integer default terms_number() references terms (number)
);
create index score_entry_member on score_entry (member_id, created_at);
-- The balance always rises, so it orders a member's entries and no two share one.
create unique index score_entry_balance on score_entry (member_id, balance_after);

-- One claim per member and UTC day. `streak` counts the days in a row.
create table score_claim (
  member_id uuid not null references member (id),
  day date not null,
  entry_id uuid not null unique references score_entry (id),
  streak integer not null check (streak > 0),
  primary key (member_id, day)
);

create function score_keep() returns trigger language plpgsql as $$
begin
  raise exception '% refused: points are kept as they were given', tg_op
    using errcode = 'insufficient_privilege', constraint = 'score_kept';
end $$;
create trigger score_entry_kept before update or delete or truncate on score_entry
  for each statement execute function score_keep();
create trigger score_claim_kept before update or delete or truncate on score_claim
  for each statement execute function score_keep();

-- A privilege that fell due. The row is inserted when the reward pool can set it apart; only then can it be claimed.
create table role_privilege (
  id uuid primary key,
  member_id uuid not null references member (id),
  -- Counts the due dates, which follow the first purchase at equal intervals.
  period integer not null check (period > 0),
  role_code text not null,
  due_at timestamptz(3) not null,
  juf ledger_amount not null check (juf >= 0),
  score integer not null check (score >= 0),
  reserved_at timestamptz(3) not null,
  claimed_at timestamptz(3),
  -- Of its JUF; null if it has none.
  claim_transaction_id uuid references ledger_transaction (id),
  -- Not claimed before the next fell due, so what was set apart went back.
  lapsed_at timestamptz(3),
  constraint role_privilege_gives check (juf > 0 or score > 0),
  constraint role_privilege_ends_once check (claimed_at is null or lapsed_at is null),
  constraint role_privilege_paid check ((claim_transaction_id is not null) = (claimed_at is not null and juf > 0)),
  unique (member_id, period)
);
-- Privileges don't accumulate.
create unique index role_privilege_open on role_privilege (member_id) where claimed_at is null and lapsed_at is null;

create function role_privilege_covered() returns trigger language plpgsql as $$
begin
  if exists (
    select from role_privilege p left join ledger_account a on a.owner_id = p.id and a.kind = 'REWARD_POOL_RESERVED' and a.token = 'JUF'
     where p.id = new.id and coalesce(a.balance, 0) <> case when p.claimed_at is null and p.lapsed_at is null then p.juf else 0 end
  ) then
    raise exception 'the JUF of a privilege lies in its own account until it is claimed or lapses'
      using errcode = 'check_violation', constraint = 'role_privilege_covered';
  end if;
  return null;
end $$;
create constraint trigger role_privilege_covered after insert or update on role_privilege
  deferrable initially deferred for each row execute function role_privilege_covered();

create table activation_code (
  id uuid primary key,
  -- Of the code's letters and digits. The code itself isn't stored.
  code_hash bytea not null unique check (octet_length(code_hash) = 32),
  kind text not null check (kind in ('JUF', 'SCORE', 'ROLE')),
  juf ledger_amount check (juf > 0),
  points integer check (points > 0),
  role_code text,
  issued_at timestamptz(3) not null,
  expires_at timestamptz(3) not null check (expires_at > issued_at),
  member_id uuid references member (id),
  used_at timestamptz(3),
  -- Nobody used it in time, so what was set apart went back to the reward pool.
  released_at timestamptz(3),
  constraint activation_code_gives check (
    (juf is not null) = (kind = 'JUF') and (points is not null) = (kind = 'SCORE') and (role_code is not null) = (kind = 'ROLE')
  ),
  constraint activation_code_used check ((member_id is null) = (used_at is null)),
  constraint activation_code_ends_once check (used_at is null or released_at is null)
);
create index activation_code_expiry on activation_code (expires_at) where used_at is null and released_at is null;

create function activation_code_covered() returns trigger language plpgsql as $$
begin
  if exists (
    select from activation_code c left join ledger_account a on a.owner_id = c.id and a.kind = 'REWARD_POOL_RESERVED' and a.token = 'JUF'
     where c.id = new.id and coalesce(a.balance, 0) <> case when c.used_at is null and c.released_at is null then coalesce(c.juf, 0) else 0 end
  ) then
    raise exception 'the JUF of a code lies in its own account until it is used or released'
      using errcode = 'check_violation', constraint = 'activation_code_covered';
  end if;
  return null;
end $$;
create constraint trigger activation_code_covered after insert or update on activation_code
  deferrable initially deferred for each row execute function activation_code_covered();

-- A code is used once.
create function activation_code_keep() returns trigger language plpgsql as $$
begin
  if old.used_at is not null or old.released_at is not null or (new.id, new.code_hash, new.kind, new.juf, new.points, new.role_code, new.issued_at, new.expires_at)
     is distinct from (old.id, old.code_hash, old.kind, old.juf, old.points, old.role_code, old.issued_at, old.expires_at) then
    raise exception 'a code gives what it was issued for, once'
      using errcode = 'insufficient_privilege', constraint = 'activation_code_kept';
  end if;
  return new;
end $$;
create trigger activation_code_kept before update on activation_code
  for each row execute function activation_code_keep();

-- =============================================================================
-- Idempotency and paging
-- =============================================================================

-- The first answer to each of a member's idempotency keys, written in the transaction that moved the value or not at
-- all.
create table idempotent_answer (
  member_id uuid not null references member (id),
  key uuid not null,
  -- Of the call and its input: a key can't be used for anything else.
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  status smallint not null check (status = 200 or status between 400 and 499),
  -- json, not jsonb, which would change the order of the fields when the answer is repeated.
  answer json not null,
  at timestamptz(3) not null,
  primary key (member_id, key)
);
create index idempotent_answer_age on idempotent_answer (at);
-- A member's refusals by age: the oldest are deleted when there are too many.
create index idempotent_answer_refusal on idempotent_answer (member_id, at, key) where status <> 200;

create function idempotent_lock_key(p_member_id uuid, p_key uuid) returns bigint language sql immutable parallel safe as $$
  select hashtextextended(p_member_id::text || p_key::text, 7310210001)
$$;

-- A call whose key is being worked on, in whatever process, waits here until that transaction has ended, and then reads
-- its answer: in a volatile function each statement sees what was committed before it began. Two keys may share a lock
-- by chance, which only costs a wait.
create function idempotent_begin(p_member_id uuid, p_key uuid, p_answered_after timestamptz) returns setof idempotent_answer language plpgsql as $$
begin
  perform pg_advisory_xact_lock(idempotent_lock_key(p_member_id, p_key));
  return query select * from idempotent_answer a where a.member_id = p_member_id and a.key = p_key and a.at > p_answered_after;
end $$;

-- Nonces of signed intents that were used. Each is kept until the deadline that was signed with it; after that the
-- deadline alone refuses it.
create table used_intent (
  member_id uuid not null references member (id),
  nonce bytea not null check (octet_length(nonce) = 32),
  deadline timestamptz(3) not null,
  primary key (member_id, nonce)
);
create index used_intent_deadline on used_intent (deadline);

-- How long a list was when a session saw its first page, so that later pages leave out what has arrived since.
-- Unlogged: a crash may lose it.
create unlogged table list_page (
  token_hash bytea not null check (octet_length(token_hash) = 32),
  -- Hash of the call and its filters.
  list bytea not null check (octet_length(list) = 32),
  total bigint not null check (total >= 0),
  at timestamptz(3) not null,
  primary key (token_hash, list)
);
create index list_page_age on list_page (at);
create index list_page_of_session on list_page (token_hash, at, list);

-- =============================================================================
-- Transfers in one statement
-- =============================================================================

-- Uses the intent, posts, and stores the answer under the key, in one round trip. p_answer is the answer without its
-- end, which only the posting knows.
--
-- If the key has an answer or the intent was used, it returns null and has written nothing: a client that lost an
-- answer asks again like this, which is no error for the database's log. If the ledger refuses, the statement fails
-- with JF001, so that the intent is free again. In both cases the caller takes the several steps instead, which know
-- what to answer.
create function wallet_transfer_once(
  p_member_id uuid, p_key uuid, p_fingerprint bytea, p_now timestamptz, p_nonce bytea, p_deadline timestamptz, p_answer text, p_token ledger_token, p_unit numeric,
  p_id uuid, p_kind ledger_kind, p_phase ledger_phase, p_resolves uuid, p_occurred_at timestamptz, p_remark text, p_chain_hash bytea,
  p_kinds ledger_account_kind[], p_tokens ledger_token[], p_owners uuid[], p_amounts numeric[], p_fees numeric[]
) returns json language plpgsql as $$
declare
  posted record;
  given json;
begin
  perform pg_advisory_xact_lock(idempotent_lock_key(p_member_id, p_key));
  if exists (select from idempotent_answer a where a.member_id = p_member_id and a.key = p_key) then return null; end if;
  insert into used_intent (member_id, nonce, deadline) values (p_member_id, p_nonce, p_deadline) on conflict do nothing;
  if not found then return null; end if;
  posted := ledger_post(p_id, p_kind, p_phase, p_resolves, p_occurred_at, p_remark, p_chain_hash, p_kinds, p_tokens, p_owners, p_amounts, p_fees);
  if posted.outcome <> 'POSTED' then raise exception 'the ledger refused: %', posted.outcome using errcode = 'JF001'; end if;
  insert into idempotent_answer (member_id, key, fingerprint, status, at, answer)
  select p_member_id, p_key, p_fingerprint, 200, p_now, (p_answer
           || ',"hash":"0x' || encode(posted.posted_hash, 'hex')
           || '","status":"POSTED","createdAt":"' || to_char(a.last_entry_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
           || '","balanceAfter":"' || trim_scale(a.balance * p_unit) || '"}}')::json
    from ledger_account a
   -- We have held its lock since the posting, so these are the posting's figures.
   where a.owner_id = p_member_id and a.kind = 'AVAILABLE' and a.token = p_token and a.shard = 0
  returning answer into given;
  return given;
end $$;

-- As for ledger_post().
alter function wallet_transfer_once set enable_seqscan to off;
alter function wallet_transfer_once set plan_cache_mode to force_generic_plan;

-- =============================================================================
-- Announcements and polls
-- =============================================================================

create table announcement (
  id uuid primary key,
  category text not null check (category in ('NEWS', 'PRODUCT', 'MAINTENANCE', 'EVENT')),
  pinned boolean not null,
  published_at timestamptz not null,
  updated_at timestamptz not null,
  withdrawn_at timestamptz,
  -- Since when it has been pinned: one may be published first and pinned weeks later.
  pinned_at timestamptz
);
create index announcement_order on announcement (pinned desc, published_at desc, id desc);

create function announcement_note_pinning() returns trigger language plpgsql as $$
begin
  if not new.pinned then
    new.pinned_at := null;
  elsif tg_op = 'INSERT' then
    new.pinned_at := new.published_at;
  elsif not old.pinned or old.withdrawn_at is not null and new.withdrawn_at is null then
    new.pinned_at := greatest(new.published_at, new.updated_at);
  end if;
  return new;
end $$;
create trigger announcement_pinning before insert or update on announcement
  for each row execute function announcement_note_pinning();
create index announcement_pinned on announcement (pinned_at) where pinned and withdrawn_at is null;

create table announcement_slug (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 120),
  announcement_id uuid not null references announcement (id),
  is_current boolean not null
);
create unique index announcement_current_slug on announcement_slug (announcement_id) where is_current;

create table announcement_translation (
  announcement_id uuid not null references announcement (id),
  language text not null,
  title text not null,
  summary text not null,
  -- Untrusted Markdown: no raw HTML is allowed where it is shown.
  body text not null,
  primary key (announcement_id, language)
);

create table poll (
  id uuid primary key,
  opens_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > opens_at)
);
create index poll_opening on poll (opens_at);

create table poll_translation (
  poll_id uuid not null references poll (id),
  language text not null,
  title text not null,
  body text not null,
  primary key (poll_id, language)
);

create table poll_option (
  id uuid primary key,
  poll_id uuid not null references poll (id),
  position integer not null,
  unique (poll_id, position),
  unique (poll_id, id)
);

create table poll_option_translation (
  option_id uuid not null references poll_option (id),
  language text not null,
  label text not null,
  primary key (option_id, language)
);

create table poll_vote (
  poll_id uuid not null references poll (id),
  member_id uuid not null references member (id),
  option_id uuid not null,
  power ledger_amount not null check (power > 0),
  voted_at timestamptz not null,
  primary key (poll_id, member_id),
  foreign key (poll_id, option_id) references poll_option (poll_id, id)
);
create index poll_vote_option on poll_vote (option_id);

-- Which development content this database holds. A provider in production never writes here.
create table development_content (
  name text primary key,
  written_at timestamptz not null
);

-- =============================================================================
-- Prices
-- =============================================================================

-- The reserves of an exchange pair after a block, with the cumulative prices (UQ112.112 times seconds, modulo 2^256) up
-- to it. Computed from the pair's Sync logs, so that no archive node is needed.
create table pair_observation (
  pair text not null check (pair ~ '^0x[0-9a-f]{40}$'),
  block_number bigint not null check (block_number >= 0),
  block_hash text not null check (block_hash ~ '^0x[0-9a-f]{64}$'),
  -- Unix time in seconds, as on the chain.
  block_time bigint not null check (block_time > 0),
  reserve0 numeric(34, 0) not null check (reserve0 >= 0),
  reserve1 numeric(34, 0) not null check (reserve1 >= 0),
  price0_cumulative numeric(78, 0) not null check (price0_cumulative >= 0),
  price1_cumulative numeric(78, 0) not null check (price1_cumulative >= 0),
  primary key (pair, block_number)
);
create index pair_observation_time on pair_observation (pair, block_time desc, block_number desc);

-- How far a pair has been read, and what to add to our sums (modulo 2^256) to get the pair's own.
create table pair_head (
  pair text primary key check (pair ~ '^0x[0-9a-f]{40}$'),
  block_number bigint not null check (block_number >= 0),
  block_hash text not null check (block_hash ~ '^0x[0-9a-f]{64}$'),
  block_time bigint not null check (block_time > 0),
  read_at timestamptz not null,
  offset0 numeric(78, 0) not null check (offset0 >= 0),
  offset1 numeric(78, 0) not null check (offset1 >= 0)
);

-- =============================================================================
-- Treasury and insurance
-- =============================================================================

-- What the treasury sells. The terms say at which price; a purchase keeps a copy of what it was made on, so no later
-- change touches it.
create table treasury_package (
  id uuid primary key,
  code text not null unique,
  -- Null while it is for sale.
  closed_at timestamptz(3),
  sold_juf ledger_amount not null default 0 check (sold_juf >= 0)
);

-- One row. Minting locks it first, so that the cap holds for purchases at the same time.
create table treasury_supply (
  id boolean primary key default true check (id),
  -- By sales: what was sold, and what was minted to the reward pool with it.
  minted_juf ledger_amount not null default 0 check (minted_juf >= 0),
  -- What JUF's contract says, as of the last block at which books and chain were compared; null until then. The first
  -- is what others than JuFi's orders minted: before sales began, or past the books.
  elsewhere_juf ledger_amount check (elsewhere_juf >= 0),
  contract_cap_juf ledger_amount check (contract_cap_juf >= 0)
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
  -- Times 10^18.
  power_per_juf ledger_amount not null check (power_per_juf >= 0),
  vesting_seconds integer not null check (vesting_seconds > 0),
  created_at timestamptz(3) not null,
  constraint treasury_purchase_claimed check (claimed_juf <= juf)
);
create index treasury_purchase_member on treasury_purchase (member_id, id);

-- What was claimed when, for a member's power at any past moment.
create table vesting_claim (
  id uuid primary key,
  purchase_id uuid not null references treasury_purchase (id),
  transaction_id uuid not null references ledger_transaction (id),
  juf ledger_amount not null check (juf > 0),
  created_at timestamptz(3) not null
);
create index vesting_claim_purchase on vesting_claim (purchase_id, created_at);

-- A purchase or a claim can't be committed unless what is still owed lies in the purchase's own ledger account.
create function treasury_purchase_covered() returns trigger language plpgsql as $$
begin
  if exists (
    select from treasury_purchase p
      left join ledger_account a on a.owner_id = p.id and a.kind = 'VESTING' and a.token = 'JUF'
     where p.id = new.id and coalesce(a.balance, 0) <> p.juf - p.claimed_juf
  ) then
    raise exception 'what a purchase owes lies in its vesting account'
      using errcode = 'check_violation', constraint = 'treasury_purchase_covered';
  end if;
  return null;
end $$;
create constraint trigger treasury_purchase_covered after insert or update on treasury_purchase
  deferrable initially deferred for each row execute function treasury_purchase_covered();

create table insurance (
  id uuid primary key,
  -- Deferred, because the cover is set apart before the purchase is inserted.
  purchase_id uuid not null unique references treasury_purchase (id) deferrable initially deferred,
  member_id uuid not null references member (id),
  insured_usdt ledger_amount not null check (insured_usdt > 0),
  -- What isn't claimed yet. Once the insurance has ended, what it covered at its end.
  covered_juf ledger_amount not null check (covered_juf >= 0),
  reference_price18 ledger_amount not null check (reference_price18 > 0),
  -- The most it may ever pay, and the most it may pay for what it still covers. The second is what lies reserved.
  payout_cap_usdt ledger_amount not null check (payout_cap_usdt >= 0),
  max_payout_usdt ledger_amount not null check (max_payout_usdt >= 0),
  premium_usdt ledger_amount not null check (premium_usdt > 0),
  -- How much of the premium has been earned, and moved to the insurance pool.
  earned_usdt ledger_amount not null default 0 check (earned_usdt >= 0),
  started_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'CANCELLED', 'PAID', 'EXPIRED')),
  ended_at timestamptz(3),
  settlement_price18 ledger_amount check (settlement_price18 >= 0),
  settled_usdt ledger_amount check (settled_usdt >= 0),
  refunded_usdt ledger_amount check (refunded_usdt >= 0),
  -- Of its refund or payout; null if neither moved anything.
  end_transaction_id uuid references ledger_transaction (id),
  -- The terms it was sold at.
  no_cancel_days integer not null default 7 check (no_cancel_days > 0),
  settlement_short_hours integer not null default 24 check (settlement_short_hours > 0),
  settlement_long_hours integer not null default 168 check (settlement_long_hours > 0),
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

-- While an insurance runs, its greatest payout is reserved and the rest of its premium unearned. Once it has ended,
-- nothing is set apart.
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
    raise exception 'the greatest payout of an insurance and its unearned premium lie in its own accounts'
      using errcode = 'check_violation', constraint = 'insurance_covered';
  end if;
  return null;
end $$;
create constraint trigger insurance_covered after insert or update on insurance
  deferrable initially deferred for each row execute function insurance_covered();

-- =============================================================================
-- Staking
-- =============================================================================

-- What was agreed for a stake and its turbo charges is stored once and never changes; what accrues is computed from it.
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
  -- The greatest return, charges included. Less what was claimed, it is what the reward pool has set apart.
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
  -- In basis points, of all units together.
  boost integer not null check (boost >= 0),
  -- In JU.
  paid ledger_amount not null check (paid >= 0),
  started_at timestamptz(3) not null,
  ends_at timestamptz(3) not null check (ends_at > started_at)
);
create index staking_turbo_of_staking on staking_turbo (staking_id, started_at desc, id desc);

-- A promise may grow by a charge, and be claimed. Nothing else about it changes.
create function staking_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or tg_op = 'TRUNCATE' then
    raise exception '% refused: stakes are kept', tg_op
      using errcode = 'insufficient_privilege', constraint = 'staking_kept';
  end if;
  if (new.id, new.member_id, new.amount, new.tier_code, new.multiplier, new.max_turbo_units, new.days, new.apr, new.started_at, new.matures_at)
     is distinct from
     (old.id, old.member_id, old.amount, old.tier_code, old.multiplier, old.max_turbo_units, old.days, old.apr, old.started_at, old.matures_at)
     or new.promised_roi < old.promised_roi or new.claimed_roi < old.claimed_roi or old.withdrawn_at is not null then
    raise exception 'what was agreed for a stake stands'
      using errcode = 'insufficient_privilege', constraint = 'staking_agreed';
  end if;
  return new;
end $$;
create trigger staking_agreed before update on staking for each row execute function staking_keep();
create trigger staking_kept before delete or truncate on staking for each statement execute function staking_keep();

create function staking_turbo_keep() returns trigger language plpgsql as $$
begin
  raise exception '% refused: charges are kept as they were made', tg_op
    using errcode = 'insufficient_privilege', constraint = 'staking_turbo_kept';
end $$;
create trigger staking_turbo_kept before update or delete or truncate on staking_turbo
  for each statement execute function staking_turbo_keep();

-- A charge that outlived its stake would be paid for without earning anything.
create function staking_turbo_fits() returns trigger language plpgsql as $$
begin
  if not exists (select from staking s where s.id = new.staking_id and s.started_at <= new.started_at and new.ends_at <= s.matures_at) then
    raise exception 'a charge begins and ends within its stake'
      using errcode = 'check_violation', constraint = 'staking_turbo_within';
  end if;
  return new;
end $$;
create trigger staking_turbo_within before insert on staking_turbo for each row execute function staking_turbo_fits();

-- =============================================================================
-- Referrals, bonuses and teams
-- =============================================================================

-- A referrer whom a member named after joining. The member can undo it until it is final, and the bonuses it brings are
-- held until then. A referral that came with the first sign-in is final from the start and has no row.
create table referral_binding (
  id uuid primary key,
  member_id uuid not null references member (id),
  referrer_id uuid not null references member (id),
  bound_at timestamptz(3) not null,
  final_at timestamptz(3) not null,
  -- Set by the first claim of a bonus that it brought. It excludes undone_at on the same row, so different clocks can't
  -- both claim and undo.
  settled_at timestamptz(3),
  undone_at timestamptz(3),
  check (member_id <> referrer_id),
  check (final_at > bound_at),
  check (settled_at >= final_at),
  check (undone_at < final_at),
  check (settled_at is null or undone_at is null)
);
create unique index referral_binding_of_member on referral_binding (member_id) where undone_at is null;
create index referral_binding_recent on referral_binding (member_id, bound_at);

create function referral_binding_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.settled_at is null and old.undone_at is null
       and (new.id, new.member_id, new.referrer_id, new.bound_at, new.final_at)
         = (old.id, old.member_id, old.referrer_id, old.bound_at, old.final_at) then
      return new;
    end if;
  end if;
  raise exception '% refused: a binding ends once, and is kept', tg_op
    using errcode = 'insufficient_privilege', constraint = 'referral_binding_kept';
end $$;
create trigger referral_binding_kept before update or delete on referral_binding
  for each row execute function referral_binding_keep();

-- Sales for USDT, from which uplines earn bonuses. A member's own volume and the team's are sums of these.
create table referral_sale (
  -- The same as the purchase's.
  id uuid primary key,
  buyer_id uuid not null references member (id),
  kind text not null check (kind in ('TREASURY', 'ROLE')),
  -- What was paid, without a premium.
  base ledger_amount not null check (base > 0),
  transaction_id uuid not null unique references ledger_transaction (id),
  created_at timestamptz(3) not null
);
create index referral_sale_buyer on referral_sale (buyer_id);

-- One row per ledger transaction that paid bonuses out.
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
  -- Deferred: a claim first takes the bonuses and then pays what it took.
  claim_id uuid references bonus_claim (transaction_id) deferrable initially deferred,
  -- The latest final_at of the bindings that the bonus came by; null if all of them were final when it was earned. The
  -- member has it only then, so it is listed and filtered by that time.
  held_until timestamptz(3) check (held_until >= created_at),
  unique (sale_id, level)
);
create index bonus_of_member on bonus (member_id, (coalesce(held_until, created_at)) desc, id desc);
create index bonus_unclaimed on bonus (member_id) include (amount) where claim_id is null;
create index bonus_of_claim on bonus (claim_id) where claim_id is not null;

-- A sale puts into the bonus pool at least what its bonuses promise. Only claims take from the pool, each no more than
-- it claims, so the pool always holds everything that is promised.
create function bonus_covered() returns trigger language plpgsql as $$
begin
  if (select sum(b.amount::numeric) from bonus b where b.sale_id = new.sale_id) > (
    select coalesce(sum(e.amount::numeric), 0) from referral_sale s
      join ledger_entry e on e.transaction_id = s.transaction_id join ledger_account a on a.id = e.account_id
     where s.id = new.sale_id and a.kind = 'BONUS_POOL' and a.token = 'USDT'
  ) then
    raise exception 'the bonuses of a sale are no more than what it put into the bonus pool'
      using errcode = 'check_violation', constraint = 'bonus_covered';
  end if;
  return null;
end $$;
create constraint trigger bonus_covered after insert on bonus deferrable initially deferred
  for each row execute function bonus_covered();

create function bonus_claim_paid() returns trigger language plpgsql as $$
begin
  if (select sum(b.amount::numeric) from bonus b where b.claim_id = new.transaction_id and b.member_id = new.member_id) is distinct from new.amount::numeric
     or (select -sum(e.amount::numeric) from ledger_entry e join ledger_account a on a.id = e.account_id
          where e.transaction_id = new.transaction_id and a.kind = 'BONUS_POOL') is distinct from new.amount::numeric then
    raise exception 'a claim pays the bonuses it took, from the bonus pool'
      using errcode = 'check_violation', constraint = 'bonus_claim_paid';
  end if;
  return null;
end $$;
create constraint trigger bonus_claim_paid after insert on bonus_claim deferrable initially deferred
  for each row execute function bonus_claim_paid();

-- The only change to a bonus is that it is claimed, once.
create function bonus_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.claim_id is null and new.claim_id is not null and new.held_until is not distinct from old.held_until
       and (new.id, new.sale_id, new.member_id, new.kind, new.level, new.rate, new.amount, new.created_at)
         = (old.id, old.sale_id, old.member_id, old.kind, old.level, old.rate, old.amount, old.created_at) then
      return new;
    end if;
  end if;
  raise exception '% refused: bonuses are kept as they were earned', tg_op
    using errcode = 'insufficient_privilege', constraint = 'bonus_kept';
end $$;
create trigger bonus_kept before update or delete on bonus for each row execute function bonus_keep();

-- Undoing any of these bindings cancels the bonus. What the sale put into the bonus pool for it is then promised to
-- nobody.
create table bonus_hold (
  bonus_id uuid not null references bonus (id),
  binding_id uuid not null references referral_binding (id),
  primary key (bonus_id, binding_id)
);
create index bonus_hold_binding on bonus_hold (binding_id);

create function bonus_hold_keep() returns trigger language plpgsql as $$
begin
  raise exception '% refused: what holds a bonus is kept', tg_op
    using errcode = 'insufficient_privilege', constraint = 'bonus_hold_kept';
end $$;
create trigger bonus_hold_kept before update or delete on bonus_hold for each row execute function bonus_hold_keep();

create function bonus_claim_final() returns trigger language plpgsql as $$
begin
  if exists (select from bonus b join bonus_hold h on h.bonus_id = b.id join referral_binding r on r.id = h.binding_id
              where b.claim_id = new.transaction_id and r.settled_at is null) then
    raise exception 'a bonus is claimed only once the bindings it came by are settled'
      using errcode = 'check_violation', constraint = 'bonus_claim_final';
  end if;
  return null;
end $$;
create constraint trigger bonus_claim_final after insert on bonus_claim deferrable initially deferred
  for each row execute function bonus_claim_final();

-- What a member's bonuses add up to, claimed or not. A role earns bonuses only up to a share of its price, so a sale
-- locks its uplines' rows, reads what their roles can still earn and credits no more: two sales at once can't both use
-- the same rest.
create table bonus_total (
  member_id uuid primary key references member (id),
  earned ledger_amount not null check (earned >= 0)
);

-- A trigger, so that every bonus is counted, whoever inserts it.
create function bonus_count() returns trigger language plpgsql as $$
begin
  insert into bonus_total (member_id, earned)
    select member_id, sum(amount::numeric) from added group by member_id order by member_id
    on conflict (member_id) do update set earned = bonus_total.earned::numeric + excluded.earned::numeric;
  return null;
end $$;
create trigger bonus_counted after insert on bonus referencing new table as added
  for each statement execute function bonus_count();

-- Nothing else changes a total. A row may be inserted empty, and locked by an update that changes nothing.
create function bonus_total_keep() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' and (pg_trigger_depth() > 1 or (tg_op = 'INSERT' and new.earned = 0) or (tg_op = 'UPDATE' and new = old)) then
    return new;
  end if;
  raise exception '% refused: a total is what bonuses add up to', tg_op
    using errcode = 'insufficient_privilege', constraint = 'bonus_total_kept';
end $$;
create trigger bonus_total_kept before insert or update or delete on bonus_total
  for each row execute function bonus_total_keep();

-- Cancelled bonuses no longer count against what their members' roles can earn. The application undoes one binding at a
-- time (advisory lock) and waits for sales that share the binding, so every bonus is subtracted once.
create function referral_binding_uncount() returns trigger language plpgsql as $$
begin
  perform from bonus_total t
    where t.member_id in (select b.member_id from bonus b join bonus_hold h on h.bonus_id = b.id where h.binding_id = new.id)
    order by t.member_id for no key update;
  update bonus_total t set earned = t.earned::numeric - cancelled.amount
    from (
      select b.member_id, sum(b.amount::numeric) as amount from bonus b join bonus_hold h on h.bonus_id = b.id
       where h.binding_id = new.id and not exists (
         select from bonus_hold other join referral_binding r on r.id = other.binding_id
          where other.bonus_id = b.id and r.id <> new.id and r.undone_at is not null)
       group by b.member_id
    ) cancelled where cancelled.member_id = t.member_id;
  return null;
end $$;
create trigger referral_binding_uncounted after update on referral_binding for each row
  when (old.undone_at is null and new.undone_at is not null) execute function referral_binding_uncount();

-- Who belongs to whose team, three levels deep, and what each level adds up to. Both are derived from member and
-- referral_sale, and stored because a team of thousands can't be walked and summed for every page that shows it.
create table team_place (
  ancestor_id uuid not null references member (id),
  member_id uuid not null references member (id),
  level smallint not null check (level between 1 and 3),
  -- When the latest link between the two was made: a branch enters as a whole, and lists show the newest first.
  entered_at timestamptz not null,
  primary key (member_id, ancestor_id)
);
create index team_place_of_level on team_place (ancestor_id, level, entered_at desc, member_id desc);

-- Level 0 is the member's own volume.
create table team_total (
  member_id uuid not null references member (id),
  level smallint not null check (level between 0 and 3),
  members bigint not null default 0 check (members >= 0),
  volume numeric not null default 0 check (volume >= 0),
  primary key (member_id, level)
);

-- Moving a branch excludes every other change; newcomers and sales only exclude moves.
create function team_lock_moves() returns void language sql as $$ select pg_advisory_xact_lock(hashtext('team')) $$;
create function team_lock_still() returns void language sql as $$ select pg_advisory_xact_lock_shared(hashtext('team')) $$;

create function team_leave(mover uuid) returns void language sql as $$
  with branch as (
    select mover as id union all select member_id from team_place where ancestor_id = mover
  ), gone as (
    delete from team_place place using branch, team_place above
     where above.member_id = mover and place.ancestor_id = above.ancestor_id and place.member_id = branch.id
    returning place.ancestor_id, place.level, place.member_id
  ), counted as (
    select gone.ancestor_id, gone.level, count(*) as members, coalesce(sum(own.volume), 0) as volume
      from gone left join team_total own on own.member_id = gone.member_id and own.level = 0
     group by gone.ancestor_id, gone.level
  )
  update team_total total set members = total.members - counted.members, volume = total.volume - counted.volume
    from counted where total.member_id = counted.ancestor_id and total.level = counted.level
$$;

create function team_enter(mover uuid, referrer uuid, at timestamptz) returns void language sql as $$
  with above as (
    select referrer as id, 1 as level, at as entered_at
    union all
    select ancestor_id, level + 1, greatest(entered_at, at) from team_place where member_id = referrer
  ), branch as (
    select mover as id, 0 as level, at as entered_at
    union all
    select member_id, level, entered_at from team_place where ancestor_id = mover
  ), entered as (
    insert into team_place (ancestor_id, member_id, level, entered_at)
      select above.id, branch.id, above.level + branch.level, greatest(above.entered_at, branch.entered_at)
        from above cross join branch where above.level + branch.level <= 3
    returning ancestor_id, level, member_id
  )
  insert into team_total (member_id, level, members, volume)
    select entered.ancestor_id, entered.level, count(*), coalesce(sum(own.volume), 0)
      from entered left join team_total own on own.member_id = entered.member_id and own.level = 0
     group by entered.ancestor_id, entered.level order by entered.ancestor_id, entered.level
    on conflict (member_id, level) do update
      set members = team_total.members + excluded.members, volume = team_total.volume + excluded.volume
$$;

create function team_follow() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.referrer_id is not distinct from old.referrer_id and new.referred_at is not distinct from old.referred_at then
      return null;
    end if;
    perform team_lock_moves();
    perform team_leave(new.id);
  elsif new.referrer_id is not null then
    perform team_lock_still();
  end if;
  if new.referrer_id is not null then
    perform team_enter(new.id, new.referrer_id, new.referred_at);
  end if;
  return null;
end $$;
create trigger team_followed after insert or update of referrer_id, referred_at on member
  for each row execute function team_follow();

create function team_sale() returns trigger language plpgsql as $$
begin
  perform team_lock_still();
  insert into team_total (member_id, level, volume)
    select place.id, place.level, new.base::numeric
      from (select new.buyer_id as id, 0 as level union all select ancestor_id, level from team_place where member_id = new.buyer_id) place
     order by place.id, place.level
    on conflict (member_id, level) do update set volume = team_total.volume + excluded.volume;
  return null;
end $$;
create trigger team_sold after insert on referral_sale for each row execute function team_sale();

-- Only the triggers above change either table.
create function team_keep() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() > 1 then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  raise exception '% refused: a team is what its members add up to', tg_op
    using errcode = 'insufficient_privilege', constraint = 'team_kept';
end $$;
create trigger team_place_kept before insert or update or delete on team_place
  for each row execute function team_keep();
create trigger team_total_kept before insert or update or delete on team_total
  for each row execute function team_keep();

-- =============================================================================
-- Deposits
-- =============================================================================

-- How far the chain has been read for deposits into a vault, and who reads. One row per vault.
create table chain_watch (
  chain_id bigint not null check (chain_id > 0),
  vault text not null check (vault ~ '^0x[0-9a-fA-F]{40}$'),
  -- The last block whose logs are known, with the hash that says on which fork. Before the first, one less than the
  -- first block to read, without a hash.
  scanned_number bigint not null check (scanned_number >= -1),
  scanned_hash ledger_digest,
  -- Up to here everything was read again, in case a node left something out at first.
  reread_number bigint not null check (reread_number <= scanned_number),
  -- The newest block at that time. Confirmations are counted from it.
  head_number bigint not null,
  -- WATCHING, or the reason why nothing is credited.
  status text not null default 'WATCHING',
  status_detail text,
  status_since timestamptz(3) not null,
  -- When it last succeeded.
  watched_at timestamptz(3),
  -- One process reads at a time. Even if two did, the keys below keep anything from being credited twice.
  lease_holder uuid,
  lease_until timestamptz,
  primary key (chain_id, vault),
  check (head_number >= scanned_number)
);

-- The last block of each reading, to find out how far back a reorganisation goes.
create table chain_block (
  chain_id bigint not null,
  vault text not null,
  number bigint not null check (number >= 0),
  hash ledger_digest not null,
  primary key (chain_id, vault, number),
  foreign key (chain_id, vault) references chain_watch
);

-- SEEN: waits for confirmations. HELD: confirmed and set apart, because its sender is no member. CREDITED: a member has
-- it. LOST: credited, and then a reorganisation removed it from the chain.
create type deposit_state as enum ('SEEN', 'HELD', 'CREDITED', 'LOST');

create table deposit (
  -- Also the id of the ledger transaction that credits it, so the ledger can't take it twice.
  id uuid primary key,
  chain_id bigint not null,
  vault text not null,
  tx_hash ledger_digest not null,
  token ledger_token not null,
  sender text not null check (sender ~ '^0x[0-9a-fA-F]{40}$'),
  amount ledger_amount not null check (amount > 0),
  -- A log's index changes when a reorganisation moves its transaction to another block; its content doesn't. So a
  -- deposit is identified by its transaction, its content, and its number among logs of the same content.
  occurrence integer not null check (occurrence >= 1),
  -- Where it is on the chain; null while it is nowhere.
  block_number bigint check (block_number >= 0),
  block_hash ledger_digest,
  log_index integer,
  seen_at timestamptz(3) not null,
  state deposit_state not null default 'SEEN',
  -- The pending ledger transaction that sets it apart, or did until it was credited.
  held_by uuid references ledger_transaction (id),
  member_id uuid references member (id),
  -- The operator decided whom it was credited to.
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
-- Finds the few that need an operator among millions that are done.
create index deposit_open on deposit (state, seen_at) where state <> 'CREDITED';

-- What a deposit is never changes, and neither does whom it was credited to.
create function deposit_keep() returns trigger language plpgsql as $$
begin
  if (new.id, new.chain_id, new.vault, new.tx_hash, new.token, new.sender, new.amount, new.occurrence)
     is distinct from (old.id, old.chain_id, old.vault, old.tx_hash, old.token, old.sender, old.amount, old.occurrence) then
    raise exception 'a deposit stays what it is' using errcode = 'insufficient_privilege', constraint = 'deposit_kept';
  end if;
  if old.state in ('CREDITED', 'LOST') and (new.state not in ('CREDITED', 'LOST')
     or (new.member_id, new.is_assigned, new.credited_at, new.held_by) is distinct from (old.member_id, old.is_assigned, old.credited_at, old.held_by)) then
    raise exception 'a deposit is credited once'
      using errcode = 'insufficient_privilege', constraint = 'deposit_credited_once';
  end if;
  return new;
end $$;
create trigger deposit_kept before update on deposit for each row execute function deposit_keep();

create function deposit_refuse_removal() returns trigger language plpgsql as $$
begin
  raise exception 'deposits are kept' using errcode = 'insufficient_privilege', constraint = 'deposit_removed';
end $$;
create trigger deposit_stays before delete or truncate on deposit
  for each statement execute function deposit_refuse_removal();

-- Where the loss of a credited deposit was booked that a reorganisation removed. The deposit may come back, and be lost
-- again.
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
-- One open loss at a time.
create unique index deposit_loss_open on deposit_loss (deposit_id) where returned_by is null;

-- =============================================================================
-- Payouts and other orders for the chain
-- =============================================================================

-- The contracts that this database's deposits and payouts belong to. One row, inserted when they were first checked and
-- found right. A start with another chain, vault or token is refused until the operator says that JuFi moved.
create table known_contracts (
  id boolean primary key default true check (id),
  chain_id bigint not null check (chain_id > 0),
  vault text not null check (vault ~ '^0x[0-9a-fA-F]{40}$'),
  juf text not null check (juf ~ '^0x[0-9a-fA-F]{40}$'),
  usdt text not null check (usdt ~ '^0x[0-9a-fA-F]{40}$'),
  known_since timestamptz(3) not null
);

-- What the executor's key is to do on the chain, and every transaction that it ever signed for it. A row says what was
-- decided, the chain what became of it; a decision is never changed.

create type chain_order_kind as enum (
  -- The vault pays a member. Its id is that of the pending ledger transaction.
  'PAYOUT',
  -- Sold JUF is minted to the vault.
  'MINT',
  -- Burned JU leaves the vault for an address without a key. Its id is that of the pending ledger transaction.
  'BURN'
);

create type chain_order_status as enum ('PENDING', 'POSTED', 'VOIDED');

create table chain_order (
  id uuid primary key,
  kind chain_order_kind not null,
  -- payout:{id}, mint:{number} or burn:{number}. Batches have numbers, so that after a restored backup the same batch
  -- is recognised on the chain.
  reference text not null unique check (reference ~ '^(payout:[0-9a-f-]{36}|mint:[1-9][0-9]*|burn:[1-9][0-9]*)$'),
  -- The contract accepts each once.
  contract_id ledger_digest not null generated always as (sha256(('jufi:' || reference)::bytea)) stored,
  member_id uuid references member (id),
  token ledger_token not null,
  recipient text not null check (recipient ~ '^0x[0-9a-fA-F]{40}$'),
  amount ledger_amount not null check (amount > 0),
  fee ledger_amount not null default 0 check (fee >= 0),
  -- What it counts towards the daily limit, in millionths of a US dollar.
  usd ledger_amount check (usd >= 0),
  -- It can't have been done in an earlier block, unless a restored backup forgot it.
  from_block bigint not null check (from_block >= 0),
  created_at timestamptz(3) not null,
  status chain_order_status not null default 'PENDING',
  -- The operator wants it undone if that is still possible.
  is_given_up boolean not null default false,
  -- Why it isn't sent for now, and when it is tried again.
  held_because text,
  held_until timestamptz(3),
  -- Of the transaction that did it, confirmed or not; a reorganisation may take it back.
  chain_hash ledger_digest,
  -- Its block, once confirmed.
  settled_block bigint,
  resolved_by uuid references ledger_transaction (id),
  resolved_at timestamptz(3),
  -- The loss that was booked when the chain did after all what had been refunded.
  loss_by uuid references ledger_transaction (id),
  -- The recipient's own code made it fail: the amount was given back, the fee paid for trying, and the payout counts in
  -- the limits of its day.
  is_refused boolean not null default false,
  constraint chain_order_refused check (not is_refused or (kind = 'PAYOUT' and status = 'VOIDED')),
  constraint chain_order_parts check ((kind = 'PAYOUT') = (member_id is not null) and (kind = 'PAYOUT') = (usd is not null) and (kind = 'PAYOUT' or fee = 0)),
  constraint chain_order_named check (case kind when 'PAYOUT' then reference = 'payout:' || id else reference ~ case kind when 'MINT' then '^mint:' else '^burn:' end end),
  constraint chain_order_resolved check ((status = 'PENDING') = (resolved_at is null))
);

-- Everything that the chain still has to do.
create index chain_order_undone on chain_order (created_at, id) where settled_block is null and status <> 'VOIDED';
create index chain_order_settled on chain_order (settled_block) where settled_block is not null;
create index chain_order_member on chain_order (member_id, created_at) where kind = 'PAYOUT';
-- One batch at a time.
create unique index chain_order_one_batch on chain_order (kind) where status = 'PENDING' and kind <> 'PAYOUT';

-- Whoever inserts an order, it pays what waits in transit for it, and a payout goes to the address of the member who
-- was debited.
create function chain_order_true() returns trigger language plpgsql as $$
begin
  if new.kind = 'MINT' then return null; end if;
  if not exists (
    select from ledger_transaction t join ledger_account a on a.owner_id = t.id and a.kind = 'PAYOUT_IN_TRANSIT' and a.token = new.token
     where t.id = new.id and t.phase = 'PENDING' and t.kind::text = case new.kind when 'PAYOUT' then 'PAYOUT' else 'ADJUSTMENT' end
       and a.balance = new.amount + new.fee
  ) then
    raise exception 'what an order pays waits in transit under its id'
      using errcode = 'check_violation', constraint = 'chain_order_in_transit';
  end if;
  if new.kind = 'PAYOUT' and not exists (
    select from member m join ledger_account a on a.owner_id = m.id and a.kind = 'AVAILABLE' and a.token = new.token
      join ledger_entry e on e.account_id = a.id and e.transaction_id = new.id
     where m.id = new.member_id and m.address = new.recipient and e.amount = -(new.amount + new.fee) and e.fee = new.fee
  ) then
    raise exception 'a payout goes to the address of the member who was debited'
      using errcode = 'check_violation', constraint = 'chain_order_own_address';
  end if;
  return null;
end $$;
create constraint trigger chain_order_true after insert on chain_order deferrable initially deferred
  for each row execute function chain_order_true();

create function chain_order_kept() returns trigger language plpgsql as $$
begin
  if (old.id, old.kind, old.reference, old.member_id, old.token, old.recipient, old.fee, old.usd, old.from_block, old.created_at)
       is distinct from (new.id, new.kind, new.reference, new.member_id, new.token, new.recipient, new.fee, new.usd, new.from_block, new.created_at)
     or (old.amount <> new.amount and (old.kind <> 'MINT' or old.status = 'POSTED'))
     or (old.status <> new.status and old.status <> 'PENDING' and old.kind <> 'MINT')
     or (old.is_refused <> new.is_refused and old.status <> 'PENDING')
     or (old.is_given_up and not new.is_given_up) then
    raise exception 'an order stays what it was decided to be'
      using errcode = 'check_violation', constraint = 'chain_order_kept';
  end if;
  return new;
end $$;
create trigger chain_order_kept before update on chain_order for each row execute function chain_order_kept();
create trigger chain_order_append_only before delete or truncate on chain_order
  for each statement execute function ledger_refuse_change();

-- Payouts take turns by member and token, so that nobody's orders make others wait. All orders of a line go to the same
-- address through the same contract, so what happened to one of them would happen to the next.
create table payout_line (
  member_id uuid not null references member (id),
  token ledger_token not null,
  -- When one of its orders was last tried.
  tried_at timestamptz(3),
  -- Failed attempts in a row. Each doubles the pause.
  failures smallint not null default 0 check (failures >= 0),
  rest_until timestamptz(3),
  primary key (member_id, token)
);

create type operator_nonce_state as enum ('OPEN', 'CONSUMED');
create type operator_nonce_outcome as enum (
  -- The order was done, with this nonce or another.
  'DONE',
  'REVERTED',
  -- Used by a transaction that isn't ours.
  'TAKEN',
  -- Used by a transaction of ours that does nothing.
  'EMPTY'
);

-- Each nonce belongs to one order, or to none and is filled by an empty transaction.
create table operator_nonce (
  sender text not null check (sender ~ '^0x[0-9a-fA-F]{40}$'),
  nonce bigint not null check (nonce >= 0),
  order_id uuid references chain_order (id),
  state operator_nonce_state not null default 'OPEN',
  outcome operator_nonce_outcome,
  -- The block that consumed it, or the confirmed one in which it was found consumed.
  block bigint,
  block_hash ledger_digest,
  opened_at timestamptz(3) not null,
  primary key (sender, nonce),
  constraint operator_nonce_consumed check ((state = 'CONSUMED') = (outcome is not null and block is not null and block_hash is not null))
);
create index operator_nonce_open on operator_nonce (sender, nonce) where state = 'OPEN';
create index operator_nonce_order on operator_nonce (order_id);
create index operator_nonce_block on operator_nonce (block desc) where state = 'CONSUMED';

-- Inserted before it is first sent, and never changed except for sent_at.
create table operator_transaction (
  hash ledger_digest primary key,
  sender text not null,
  nonce bigint not null,
  -- It only uses up its nonce.
  is_empty boolean not null,
  raw bytea not null,
  max_fee_per_gas ledger_amount not null,
  max_priority_fee_per_gas ledger_amount not null,
  signed_at timestamptz(3) not null,
  sent_at timestamptz(3),
  foreign key (sender, nonce) references operator_nonce (sender, nonce)
);
create index operator_transaction_nonce on operator_transaction (sender, nonce, max_fee_per_gas);

-- One row. Its holder signs and sends until the time it says, by the database's clock.
create table operator_lease (
  id boolean primary key default true check (id),
  holder uuid not null,
  until timestamptz(3) not null,
  -- When the holder last looked at everything that is to be done. Monitoring asks the database, since the payout
  -- process may run where nobody reaches it.
  turned_at timestamptz(3)
);

-- The functions below are the only way for an order to end in the ledger. They run with the rights of the ledger's
-- owner, so a payout process needs no rights to the ledger itself: it can only say of an order that it was done, or
-- that it never will be.

create function chain_order_post(
  p_id uuid, p_kind ledger_kind, p_phase ledger_phase, p_resolves uuid, p_at timestamptz, p_remark text, p_chain_hash bytea,
  p_kinds ledger_account_kind[], p_token ledger_token, p_owners uuid[], p_amounts numeric[], p_fees numeric[]
) returns void language plpgsql as $$
declare
  outcome text;
begin
  select r.outcome into outcome
    from (
      select array_agg(kind order by ordinal) as kinds, array_agg(p_token) as tokens, array_agg(owner_id order by ordinal) as owners,
             array_agg(amount order by ordinal) as amounts, array_agg(fee order by ordinal) as fees
        from unnest(p_kinds, p_owners, p_amounts, p_fees) with ordinality u (kind, owner_id, amount, fee, ordinal)
       where amount <> 0
    ) u, ledger_post(p_id, p_kind, p_phase, p_resolves, p_at, p_remark, p_chain_hash, u.kinds, u.tokens, u.owners, u.amounts, u.fees) r;
  if outcome is distinct from 'POSTED' then
    -- Another transaction was faster, so the caller tries again from the start.
    raise exception 'the ledger did not post an order: %', outcome using errcode = 'serialization_failure';
  end if;
  -- Before PostgreSQL 18, deferred triggers run with the rights of whoever commits, who may have none to the ledger.
  set constraints ledger_transaction_resolves, ledger_transaction_complete immediate;
  set constraints ledger_transaction_resolves, ledger_transaction_complete deferred;
end $$;

-- The chain did it, and that is confirmed. Repeating the call only changes the block, which a reorganisation may have
-- moved.
create function chain_order_settle(p_order uuid, p_resolution uuid, p_at timestamptz, p_chain_hash bytea, p_block bigint, p_amount numeric)
returns chain_order_status language plpgsql security definer set search_path = public, pg_temp as $$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
  o chain_order;
  source ledger_account_kind;
  covered numeric;
begin
  select * into strict o from chain_order where id = p_order for update;
  if p_amount <> o.amount and (o.kind <> 'MINT' or o.status = 'POSTED') then
    raise exception 'the chain did another amount than the order says'
      using errcode = 'check_violation', constraint = 'chain_order_amount';
  end if;
  if o.kind = 'MINT' and o.status <> 'POSTED' then
    perform chain_order_post(p_resolution, 'ADJUSTMENT', 'SINGLE', null, p_at, 'minted to the vault', p_chain_hash,
      '{OUTSIDE_WORLD,VAULT}', o.token, array[nil, nil], array[p_amount, -p_amount], '{0,0}');
  elsif o.status = 'PENDING' then
    perform chain_order_post(p_resolution, case o.kind when 'PAYOUT' then 'PAYOUT' else 'ADJUSTMENT' end::ledger_kind, 'SETTLE', o.id, p_at, null, p_chain_hash,
      '{PAYOUT_IN_TRANSIT,FEES,VAULT}', o.token, array[o.id, nil, nil], array[-(o.amount + o.fee), o.fee, o.amount], array[o.fee, 0, 0]);
  elsif o.status = 'VOIDED' and o.loss_by is null then
    source := case o.kind when 'PAYOUT' then 'TREASURY' else 'BURNED' end;
    select least(sum(balance), o.amount) into covered from ledger_account where owner_id = nil and kind = source and token = o.token;
    perform chain_order_post(p_resolution, 'ADJUSTMENT', 'SINGLE', null, p_at, 'paid by the chain after it was refunded', p_chain_hash,
      array[source, 'UNCOVERED_LOSS', 'VAULT']::ledger_account_kind[], o.token, array[nil, nil, nil], array[-covered, covered - o.amount, o.amount], '{0,0,0}');
  end if;
  update chain_order
     set status = case when o.kind = 'MINT' or o.status = 'PENDING' then 'POSTED' else o.status end,
         amount = p_amount, chain_hash = p_chain_hash, settled_block = p_block, held_because = null, held_until = null,
         resolved_by = case when o.status = 'PENDING' or (o.kind = 'MINT' and o.status = 'VOIDED') then p_resolution else o.resolved_by end,
         resolved_at = case when o.status = 'PENDING' or (o.kind = 'MINT' and o.status = 'VOIDED') then p_at else o.resolved_at end,
         loss_by = case when o.status = 'VOIDED' and o.kind <> 'MINT' then coalesce(o.loss_by, p_resolution) else o.loss_by end
   where id = o.id;
  return o.status;
end $$;

-- Ends an order that never was and never will be done. A payout that its recipient refused keeps its fee; otherwise the
-- fee goes back too.
create function chain_order_undo(p_order uuid, p_resolution uuid, p_at timestamptz, p_reason text, p_chain_hash bytea, p_is_refused boolean)
returns chain_order_status language plpgsql as $$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
  o chain_order;
  earned numeric;
begin
  select * into strict o from chain_order where id = p_order for update;
  if o.status <> 'PENDING' then return o.status; end if;
  if p_is_refused and o.kind <> 'PAYOUT' then
    raise exception 'only a payout has a recipient who could refuse it'
      using errcode = 'check_violation', constraint = 'chain_order_refused';
  end if;
  if exists (select from operator_nonce n where n.order_id = o.id and (n.state = 'OPEN' or n.outcome = 'DONE')) then
    raise exception 'a transaction that was signed for the order could still be mined, or was'
      using errcode = 'check_violation', constraint = 'chain_order_void_proved';
  end if;
  earned := case when p_is_refused then o.fee else 0 end;
  if o.kind = 'PAYOUT' then
    perform chain_order_post(p_resolution, 'PAYOUT', 'VOID', o.id, p_at, null, p_chain_hash,
      '{AVAILABLE,PAYOUT_IN_TRANSIT,FEES}', o.token, array[o.member_id, o.id, nil], array[o.amount + o.fee - earned, -(o.amount + o.fee), earned],
      array[0, earned, 0]);
  elsif o.kind = 'BURN' then
    perform chain_order_post(p_resolution, 'ADJUSTMENT', 'VOID', o.id, p_at, null, null,
      '{PAYOUT_IN_TRANSIT,BURNED}', o.token, array[o.id, nil], array[-o.amount, o.amount], '{0,0}');
  end if;
  update chain_order
     set status = 'VOIDED', resolved_by = case when o.kind = 'MINT' then null else p_resolution end, resolved_at = p_at,
         held_because = p_reason, held_until = null, chain_hash = null, is_refused = p_is_refused
   where id = o.id;
  return o.status;
end $$;

create function chain_order_void(p_order uuid, p_resolution uuid, p_at timestamptz, p_reason text)
returns chain_order_status language sql security definer set search_path = public, pg_temp as $$
  select chain_order_undo(p_order, p_resolution, p_at, p_reason, null, false)
$$;

-- p_chain_hash is that of the transaction that the recipient made fail, if there was one.
create function chain_order_refuse(p_order uuid, p_resolution uuid, p_at timestamptz, p_reason text, p_chain_hash bytea)
returns chain_order_status language sql security definer set search_path = public, pg_temp as $$
  select chain_order_undo(p_order, p_resolution, p_at, p_reason, p_chain_hash, true)
$$;

revoke all on function chain_order_post, chain_order_settle, chain_order_void from public;
revoke all on function chain_order_undo, chain_order_refuse from public;

-- =============================================================================
-- Payments that the books do not know
-- =============================================================================

-- Payments in the vault's log for which this database has no order: after a restore, those ordered and paid since the
-- backup. Nothing is paid while one of them isn't settled.
create table unknown_deed (
  contract_id ledger_digest primary key,
  -- The number of a batch of burned JU; null for a payout.
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

-- How far the vault's log has been compared. A restore takes this back too, as it does what was known then.
create table deed_scan (
  chain_id bigint not null,
  vault text not null,
  scanned_number bigint not null,
  primary key (chain_id, vault)
);

-- How the operator had such a payment booked, and who decided it.
create table adjustment (
  id uuid primary key,
  contract_id ledger_digest not null unique references unknown_deed,
  -- From whom it is taken as far as possible; null if the treasury bears the loss.
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
    raise exception 'an adjustment that is booked stands'
      using errcode = 'insufficient_privilege', constraint = 'adjustment_kept';
  end if;
  return new;
end $$;
create trigger adjustment_kept before update on adjustment for each row execute function adjustment_keep();
create trigger adjustment_stays before delete or truncate on adjustment
  for each statement execute function adjustment_keep();

-- =============================================================================
-- Reserves and their proof
-- =============================================================================

-- What each comparison of vault and books found, so that monitoring sees its age and outcome, and the last sound
-- figures can be shown.
create table solvency_run (
  id uuid primary key,
  at timestamptz(3) not null,
  -- The block at which both were read.
  block_number bigint not null check (block_number >= 0),
  block_hash ledger_digest not null,
  sound boolean not null,
  -- Of the first broken rule.
  code text,
  -- For each token, in whole tokens, what the vault holds and what is owed to whom.
  figures jsonb not null,
  constraint solvency_run_break check (sound = (code is null))
);
create index solvency_run_at on solvency_run (at desc);

-- The Merkle sum tree over what members had at the end of a day. Its root is published and never changes; the proofs of
-- single leaves are kept for some days.
create table reserve_tree (
  date date primary key,
  root ledger_digest not null,
  leaves integer not null check (leaves >= 0),
  ju ledger_amount not null check (ju >= 0),
  juf ledger_amount not null check (juf >= 0),
  usdt ledger_amount not null check (usdt >= 0),
  built_at timestamptz(3) not null
);
create trigger reserve_tree_kept before update or delete or truncate on reserve_tree
  for each statement execute function ledger_refuse_change();

-- Level 0 holds the leaves. A node without a sibling goes up unchanged, and is in both levels.
create table reserve_node (
  date date not null references reserve_tree,
  level smallint not null check (level >= 0),
  place integer not null check (place >= 0),
  hash ledger_digest not null,
  ju ledger_amount not null check (ju >= 0),
  juf ledger_amount not null check (juf >= 0),
  usdt ledger_amount not null check (usdt >= 0),
  primary key (date, level, place)
);
create trigger reserve_node_kept before update on reserve_node
  for each statement execute function ledger_refuse_change();

-- Which leaf is whose. The order is drawn anew each day, so that nobody has the same neighbours twice.
create table reserve_leaf (
  member_id uuid not null references member,
  date date not null references reserve_tree,
  place integer not null check (place >= 0),
  salt ledger_digest not null,
  primary key (member_id, date)
);
create index reserve_leaf_date on reserve_leaf (date);
create trigger reserve_leaf_kept before update on reserve_leaf
  for each statement execute function ledger_refuse_change();

-- =============================================================================
-- The operator's acts
-- =============================================================================

-- Every command of the operator's tool, inserted before it runs, so that one that was cut off is known too.
create table operator_act (
  id uuid primary key,
  at timestamptz(3) not null,
  -- The user of the operating system, and the name in OPERATOR_NAME.
  os_user text not null,
  operator text,
  command text not null,
  -- What was typed after the command's name.
  operands jsonb not null,
  options jsonb not null,
  why text,
  outcome text check (outcome in ('DONE', 'FAILED')),
  ended_at timestamptz(3),
  constraint operator_act_ended check ((outcome is null) = (ended_at is null))
);
create index operator_act_newest on operator_act (at desc, id desc);

-- An act ends once. The names of an erased member may be removed from what was typed; nothing else changes.
create function operator_act_keep() returns trigger language plpgsql as $$
begin
  if (old.id, old.at, old.os_user, old.operator, old.command) is distinct from (new.id, new.at, new.os_user, new.operator, new.command)
     or (old.outcome is not null and (old.outcome, old.ended_at) is distinct from (new.outcome, new.ended_at)) then
    raise exception 'an act stays as it was written down'
      using errcode = 'insufficient_privilege', constraint = 'operator_act_kept';
  end if;
  return new;
end $$;
create trigger operator_act_kept before update on operator_act for each row execute function operator_act_keep();

create function operator_act_refuse_removal() returns trigger language plpgsql as $$
begin
  raise exception 'acts are kept' using errcode = 'insufficient_privilege', constraint = 'operator_act_removed';
end $$;
create trigger operator_act_stays before delete or truncate on operator_act
  for each statement execute function operator_act_refuse_removal();

-- =============================================================================
-- Notices, calendars and notifications
-- =============================================================================

-- Until when a member has read the notices. The notices themselves aren't stored: they are derived from what they are
-- about.
create table notice_seen (
  member_id uuid primary key references member (id),
  seen_at timestamptz(3) not null
);

-- The secret address at which a calendar follows a member's dates, one per member. Only its digest is stored, so the
-- database doesn't reveal the address.
create table calendar_feed (
  member_id uuid primary key references member (id),
  secret_hash bytea not null unique check (octet_length(secret_hash) = 32),
  language text not null,
  created_at timestamptz(3) not null
);

-- Browsers in which a member wants notifications. The address belongs to the browser's push service and must be kept as
-- secret as a password.
create table push_subscription (
  id uuid primary key,
  member_id uuid not null references member (id),
  endpoint text not null check (length(endpoint) <= 1000),
  endpoint_hash bytea not null unique check (octet_length(endpoint_hash) = 32),
  p256dh text not null,
  auth text not null,
  -- The operator's key with which the browser subscribed; the push service refuses messages signed with another.
  public_key text not null,
  language text not null,
  shows_amounts boolean not null,
  -- The session with which it ends; null if it outlives sessions.
  session_hash bytea check (octet_length(session_hash) = 32),
  created_at timestamptz(3) not null,
  -- Until when events were looked through.
  told_until timestamptz(3) not null
);
create index push_subscription_member on push_subscription (member_id, created_at);

-- What a browser is to be told, once: a row stays for a while after it was sent, so that nothing is told twice.
create table push_message (
  id uuid primary key,
  subscription_id uuid not null references push_subscription (id) on delete cascade,
  kind text not null,
  source text not null,
  payload text not null,
  created_at timestamptz(3) not null,
  attempts integer not null default 0,
  -- When it is tried next; null once it was sent or given up.
  due_at timestamptz(3),
  constraint push_message_once unique (subscription_id, kind, source)
);
create index push_message_due on push_message (due_at) where due_at is not null;
create index push_message_age on push_message (created_at);

-- What costs nothing to make costs little to keep: a member who never held anything has one row, and goes after a time.
-- And a pool of pushes that is fair to each service and member.

-- =============================================================================
-- Accounts open with their first entry
-- =============================================================================

-- ledger_post() as before, except that a member's account that is credited for the first time is opened. A debit of one
-- that isn't there finds nothing in it.
create or replace function ledger_post(
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
      if r.kind <= 'LOCKED' and exists (select from member where id = r.owner_id) then
        if r.amount < 0 then outcome := 'INSUFFICIENT_BALANCE'; refused_balance := 0; return; end if;
        -- First credits of members. They are posted anew, since the locks come in the order of the postings.
        insert into ledger_account (kind, token, owner_id)
        select u.kind, u.token, u.owner_id from unnest(p_kinds, p_tokens, p_owners, p_amounts) u (kind, token, owner_id, amount)
         where u.amount > 0 and u.kind <= 'LOCKED' and exists (select from member m where m.id = u.owner_id)
         order by u.owner_id, u.kind, u.token
        on conflict do nothing;
        select p.* into outcome, posted_hash, refused_kind, refused_token, refused_owner, refused_balance
          from ledger_post(p_id, p_kind, p_phase, p_resolves, p_occurred_at, p_remark, p_chain_hash, p_kinds, p_tokens, p_owners, p_amounts, p_fees) p;
        return;
      end if;
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

-- As before; replacing a function drops its settings.
alter function ledger_post set enable_seqscan to off;
alter function ledger_post set enable_hashjoin to off;
alter function ledger_post set enable_mergejoin to off;
alter function ledger_post set plan_cache_mode to force_generic_plan;

-- =============================================================================
-- Generated names
-- =============================================================================

-- A new member's uid is drawn from letters and digits that look like no others, and the username is "ju-" and this uid.
-- Both are their own shapes, so member.uid and username_key alone tell whether another looks like them: only chosen names
-- need their shapes indexed, and member_uid only holds uids that were chosen or given up.
-- contract: unique indexes over the chosen names, under the same names, stand for these two constraints.
alter table member drop constraint member_username_shape_key, drop constraint member_username_folded_shape_key;
create unique index member_username_shape_key on member (username_shape) where username_changed_at is not null;
create unique index member_username_folded_shape_key on member (username_folded_shape) where username_changed_at is not null;

create or replace function member_username_retire() returns trigger language plpgsql as $$
begin
  if exists (
    select from retired_username r
     where r.member_id <> new.id
       and (r.username_key = new.username_key or r.username_shape = new.username_shape or r.username_folded_shape = new.username_folded_shape)
  ) or exists (
    -- The last of these is the uid of a generated name: of a member who was removed, nothing else is kept.
    select from erased_name e
     where e.digest in (sha256(convert_to('key:' || new.username_key, 'UTF8')), sha256(convert_to('shape:' || new.username_shape, 'UTF8')),
                        sha256(convert_to('folded:' || new.username_folded_shape, 'UTF8')),
                        sha256(convert_to('folded:' || regexp_replace(new.username_folded_shape, '^ju-', ''), 'UTF8')))
  ) or exists (
    -- A chosen name beside a generated one, which the unique indexes don't compare.
    select from member m where m.id <> new.id and m.username_key = new.username_folded_shape
  ) or (new.username_changed_at is null and exists (
    select from member m where m.id <> new.id and m.username_changed_at is not null and m.username_folded_shape = new.username_folded_shape
  )) then
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

-- Nor is a uid given to a second member, whether it was drawn, chosen or given up.
create function member_uid_keep() returns trigger language plpgsql as $$
begin
  if exists (select from member_uid u where u.uid = new.uid and u.member_id <> new.id) then
    raise exception 'the uid % is or was another member''s', new.uid using errcode = 'unique_violation', constraint = 'member_uid_pkey';
  end if;
  if tg_op = 'UPDATE' and old.uid <> new.uid then
    insert into member_uid (uid, member_id, taken_at) values (old.uid, old.id, old.created_at) on conflict do nothing;
  end if;
  return new;
end $$;
create trigger member_uid_kept before insert or update of uid on member for each row execute function member_uid_keep();

-- Removes those of `candidates` whom nothing refers to, and returns their number. What they own, owe, named, chose or did
-- refers to them, so the foreign keys keep everybody else. Their uid stays taken, as an erased member's names do.
create function member_remove_unused(candidates uuid[]) returns bigint language plpgsql as $$
declare
  candidate record;
  removed bigint := 0;
begin
  for candidate in select id, uid from member where id = any (candidates) order by id for update skip locked loop
    begin
      delete from session where member_id = candidate.id;
      delete from notice_seen where member_id = candidate.id;
      delete from member where id = candidate.id;
      insert into erased_name (digest) values (sha256(convert_to('folded:' || candidate.uid, 'UTF8'))) on conflict do nothing;
      removed := removed + 1;
    exception when foreign_key_violation then
      null;
    end;
  end loop;
  return removed;
end $$;

-- =============================================================================
-- Reserves
-- =============================================================================

-- Nodes and leaves are written as they are hashed, and the tree with its root last.
alter table reserve_node alter constraint reserve_node_date_fkey deferrable initially deferred;
alter table reserve_leaf alter constraint reserve_leaf_date_fkey deferrable initially deferred;
create index reserve_leaf_place on reserve_leaf (date, place);

-- =============================================================================
-- Push
-- =============================================================================

-- The service, as the address names it.
alter table push_subscription add column host text not null generated always as (split_part(endpoint, '/', 3)) stored;
create index push_subscription_told on push_subscription (told_until);

alter table push_message add column host text;
update push_message m set host = s.host from push_subscription s where s.id = m.subscription_id;
create index push_message_of_host on push_message (host, due_at) where due_at is not null;

create function push_message_host() returns trigger language plpgsql as $$
begin
  new.host := (select host from push_subscription where id = new.subscription_id);
  return new;
end $$;
create trigger push_message_host before insert on push_message for each row execute function push_message_host();

-- Services that failed when they were last asked, and when they are asked again.
create table push_pause (
  host text primary key,
  failures integer not null check (failures > 0),
  until timestamptz(3) not null
);

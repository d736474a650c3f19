-- One call posts one transaction: locks in one order, refuses as a value (nothing written, the surrounding transaction
-- stays usable), and is safe to repeat with the same id.

-- What the hash of a transaction stands for. `items` is one "kind:token:owner:amount:fee;" for each account in that order; the
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

-- A repeated call may carry a later time; what was posted first stands. Anything else that differs is another transaction.
create function ledger_compare(
  p_id uuid, p_kind ledger_kind, p_phase ledger_phase, p_resolves uuid, p_remark text, p_chain_hash bytea, p_items text,
  out outcome text, out posted_hash bytea
) language sql as $$
  select case when t.hash = ledger_hash(p_id, p_kind, p_phase, p_resolves, t.occurred_at, p_chain_hash, p_remark, p_items)
              then 'REPEATED' else 'TRANSACTION_ID_REUSED' end, t.hash
    from ledger_transaction t where t.id = p_id
$$;

-- What an entry will say, with its account locked.
create type ledger_line as (account_id bigint, token ledger_token, amount numeric, fee numeric, balance_after numeric, seq bigint, created_at timestamptz);

-- A pooled debit: from any unlocked shard that holds enough, else from all of them, fullest first. Null: together they hold
-- too little.
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
    -- A row that another debit emptied while we reached for it stays locked by us; leaving this block lets go of it. Whoever
    -- held one shard and waited for all would meet another who does the same.
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
begin
  if p_kinds && '{STAKED,VESTING,REWARD_POOL_RESERVED,INSURANCE_POOL_RESERVED,UNEARNED_PREMIUM,DEPOSIT_IN_TRANSIT,PAYOUT_IN_TRANSIT}' then
    insert into ledger_account (kind, token, owner_id)
    select u.kind, u.token, u.owner_id from unnest(p_kinds, p_tokens, p_owners, p_amounts) u (kind, token, owner_id, amount)
     where u.amount > 0 and u.kind > 'LOCKED' and u.kind < 'TREASURY'
       and not exists (select from ledger_account a where a.owner_id = u.owner_id and a.kind = u.kind and a.token = u.token)
     order by u.owner_id, u.kind, u.token
    on conflict do nothing;
  end if;

  -- The one order of locks: owned accounts by id, then the shards that pooled credits go to by id, then pooled debits. Few SQL
  -- statements and expressions, because plpgsql prepares each of them again in every transaction.
  select array_agg((id, token, amount, fee, balance + amount, entry_count + 1, greatest(last_entry_at, p_occurred_at))::ledger_line),
         min(ordinal) filter (where balance + amount < 0 and kind < 'UNCOVERED_LOSS')
    into lines, short
    from (
      select a.id, a.kind, a.token, a.balance, a.entry_count, a.last_entry_at, u.amount, u.fee, u.ordinal
        from unnest(p_kinds, p_tokens, p_owners, p_amounts, p_fees) with ordinality u (kind, token, owner_id, amount, fee, ordinal)
        join ledger_account a on a.owner_id = u.owner_id and a.kind = u.kind and a.token = u.token
         and a.shard = case when u.kind < 'TREASURY' then 0 else own_shard end
       where u.kind < 'TREASURY' or u.kind >= 'UNCOVERED_LOSS' or u.amount > 0
       order by u.kind >= 'TREASURY', a.id
         for no key update of a
    ) locked;

  if cardinality(lines) is distinct from cardinality(p_kinds) or short is not null or p_resolves is not null then
    -- Whoever held the locks before us may have been this same transaction, so this comes before any refusal.
    select c.* into outcome, posted_hash from ledger_compare(p_id, p_kind, p_phase, p_resolves, p_remark, p_chain_hash,
      ledger_items(p_kinds, p_tokens, p_owners, p_amounts, p_fees)) c;
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
    ledger_hash(p_id, p_kind, p_phase, p_resolves, p_occurred_at, p_chain_hash, p_remark, (
      -- As ledger_items(), which cannot be inlined and would cost more than all the rest.
      select string_agg(concat_ws(':', kind, token, owner_id, amount, fee) || ';', '' order by kind, token, owner_id)
        from unnest(p_kinds, p_tokens, p_owners, p_amounts, p_fees) u (kind, token, owner_id, amount, fee))))
  on conflict (id) do nothing returning 'POSTED', t.hash into outcome, posted_hash;
  if outcome is null then
    select c.* into outcome, posted_hash from ledger_compare(p_id, p_kind, p_phase, p_resolves, p_remark, p_chain_hash,
      ledger_items(p_kinds, p_tokens, p_owners, p_amounts, p_fees)) c;
    return;
  end if;
  insert into ledger_entry (transaction_id, ordinal, account_id, token, kind, amount, fee, balance_after, seq, created_at)
  select p_id, l.ordinal, l.account_id, l.token, p_kind, l.amount, l.fee, l.balance_after, l.seq, l.created_at
    from unnest(lines) with ordinality l (account_id, token, amount, fee, balance_after, seq, created_at, ordinal);
end $$;

-- As for ledger_enter(); and the server would take "three items" for a reason to plan anew each time, half the cost of a call.
alter function ledger_post set enable_seqscan to off;
alter function ledger_post set enable_hashjoin to off;
alter function ledger_post set enable_mergejoin to off;
alter function ledger_post set plan_cache_mode to force_generic_plan;

-- The two functions that every posting runs, with less to set up each time: that took longer than what they do.

-- As before: one transaction a statement, whole, summing to zero, each entry continuing its account. What is right and of one token, which is most, is
-- found right by the statement that enters it; only the rest is looked at again.
create or replace function ledger_enter() returns trigger language plpgsql as $$
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
  -- The primary key lets no ordinal come twice, so as many as there should be, each between 1 and that, are all of them.
  if n.entered = n.arrived and n.entered = n.said and n.token = n.other_token and n.total = 0 then return null; end if;
  if n.arrived = 0 then return null; end if;
  select count(distinct e.transaction_id) = 1 and count(*) = count(t.id) and count(*) = max(t.entry_count)
           and min(e.ordinal) = 1 and max(e.ordinal) = count(*) as whole,
         -- Each token of the type; a token that were forgotten here would never balance.
         sum(case e.token when 'JU' then e.amount else 0 end) = 0 and sum(case e.token when 'JUF' then e.amount else 0 end) = 0
           and sum(case e.token when 'USDT' then e.amount else 0 end) = 0 and bool_and(e.token in ('JU', 'JUF', 'USDT')) as balanced
    into r
    from new_entry e left join ledger_transaction t on t.id = e.transaction_id and t.kind = e.kind;
  if not r.whole then
    raise exception 'a ledger transaction comes alone and with all of its entries in one statement' using errcode = 'check_violation', constraint = 'ledger_whole';
  end if;
  if not r.balanced then
    raise exception 'the entries of a ledger transaction sum to zero per token' using errcode = 'check_violation', constraint = 'ledger_zero_sum';
  end if;
  if n.entered <> n.arrived then
    raise exception 'a ledger entry continues its account: token, seq, balance_after and time' using errcode = 'check_violation', constraint = 'ledger_continues';
  end if;
  return null;
end $$;
alter function ledger_enter() set enable_seqscan to off;
alter function ledger_enter() set enable_hashjoin to off;
alter function ledger_enter() set enable_mergejoin to off;

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

  -- The one order of locks is that of the postings (kind, token, owner), so callers sort them: owned accounts, then the shards that pooled credits go to,
  -- then pooled debits. The inner query locks, so it cannot be turned around.
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
  -- As ledger_items(), for postings that are sorted; a query would cost three times as much.
  for i in 1 .. cardinality(p_kinds) loop
    items := items || concat_ws(':', p_kinds[i], p_tokens[i], p_owners[i], p_amounts[i], p_fees[i]) || ';';
  end loop;

  if cardinality(lines) is distinct from cardinality(p_kinds) or short is not null or p_resolves is not null then
    -- Whoever held the locks before us may have been this same transaction, so this comes before any refusal.
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
alter function ledger_post set enable_seqscan to off;
alter function ledger_post set enable_hashjoin to off;
alter function ledger_post set enable_mergejoin to off;
alter function ledger_post set plan_cache_mode to force_generic_plan;

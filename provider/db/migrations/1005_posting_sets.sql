-- Independent transactions are posted as a set, in a few statements for all of them, under the same rules as one alone.

-- =============================================================================
-- Ledger: entries of several transactions in one statement
-- =============================================================================

-- ledger_enter() as before for a statement that enters one transaction. A statement may now enter several: each whole and
-- balanced by itself, and in each account one after another, none of which leaves it below zero.
create or replace function ledger_enter() returns trigger language plpgsql as $$
declare
  n record;
  r record;
  v_set boolean;
begin
  v_set := exists (select from new_entry e where e.transaction_id <> (select f.transaction_id from new_entry f limit 1));
  if not v_set then
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
  end if;
  select bool_and(whole) as whole, bool_and(balanced) as balanced
    into r
    from (
      select count(*) = count(t.id) and count(*) = max(t.entry_count) and min(e.ordinal) = 1 and max(e.ordinal) = count(*) as whole,
             -- Every token is named, and any other refused, so a new one can't be forgotten here.
             sum(case e.token when 'JU' then e.amount else 0 end) = 0 and sum(case e.token when 'JUF' then e.amount else 0 end) = 0
               and sum(case e.token when 'USDT' then e.amount else 0 end) = 0 and bool_and(e.token in ('JU', 'JUF', 'USDT')) as balanced
        from new_entry e left join ledger_transaction t on t.id = e.transaction_id and t.kind = e.kind
       group by e.transaction_id
    ) of_transaction;
  if not r.whole then
    raise exception 'a ledger transaction comes with all of its entries in one statement'
      using errcode = 'check_violation', constraint = 'ledger_whole';
  end if;
  if not r.balanced then
    raise exception 'the entries of a ledger transaction sum to zero per token'
      using errcode = 'check_violation', constraint = 'ledger_zero_sum';
  end if;
  if v_set then
    with chained as (
      select e.account_id, e.transaction_id, e.token, e.amount, e.balance_after, e.seq, e.created_at,
             lag(e.seq) over of_account as seq_before, lag(e.balance_after) over of_account as balance_before,
             lag(e.created_at) over of_account as time_before, lag(e.transaction_id) over of_account as transaction_before,
             row_number() over of_account = count(*) over (partition by e.account_id) as is_last
        from new_entry e window of_account as (partition by e.account_id order by e.seq)
    ), judged as (
      select c.account_id, c.balance_after, c.seq, c.created_at, c.is_last,
             c.token = a.token and c.seq = coalesce(c.seq_before, a.entry_count) + 1
               and c.balance_after = coalesce(c.balance_before, a.balance) + c.amount
               and c.created_at >= coalesce(c.time_before, a.last_entry_at, c.created_at)
               and c.transaction_id is distinct from c.transaction_before as continues,
             c.balance_after >= 0 or a.kind >= 'UNCOVERED_LOSS' as is_covered
        from chained c left join ledger_account a on a.id = c.account_id
    ), entered as (
      update ledger_account a set balance = j.balance_after, entry_count = j.seq, last_entry_at = j.created_at
        from judged j where j.is_last and a.id = j.account_id
      returning 1
    )
    select coalesce(bool_and(continues), false) as continue, coalesce(bool_and(is_covered), false) as are_covered,
           count(distinct account_id) = (select count(*) from entered) as are_entered
      into n from judged;
    if not n.are_covered then
      raise exception 'only accounts from UNCOVERED_LOSS on go below zero'
        using errcode = 'check_violation', constraint = 'ledger_account_not_negative';
    end if;
    if n.continue and n.are_entered then return null; end if;
  elsif n.entered = n.arrived then return null;
  end if;
  raise exception 'a ledger entry continues its account: token, seq, balance_after and time'
    using errcode = 'check_violation', constraint = 'ledger_continues';
end $$;

-- As before; replacing a function drops its settings.
alter function ledger_enter() set enable_seqscan to off;
alter function ledger_enter() set enable_hashjoin to off;
alter function ledger_enter() set enable_mergejoin to off;

-- =============================================================================
-- Ledger: posting a set
-- =============================================================================

-- ledger_lock() as before, with one statement for all accounts of members and promises.
create or replace function ledger_lock(p_kinds ledger_account_kind[], p_tokens ledger_token[], p_owners uuid[], p_amounts numeric[])
returns void language plpgsql as $$
declare
  own_shard constant smallint := pg_backend_pid() % 32;
  r record;
begin
  perform from (
      select distinct u.kind, u.token, u.owner_id from unnest(p_kinds, p_tokens, p_owners) u (kind, token, owner_id)
       where u.kind < 'TREASURY' order by u.kind, u.token, u.owner_id
    ) owned, lateral (
      select from ledger_account a where a.owner_id = owned.owner_id and a.kind = owned.kind and a.token = owned.token and a.shard = 0 for no key update
    ) locked;
  for r in
    select u.kind, u.token, u.owner_id, bool_or(u.amount > 0) as is_credited, sum(greatest(-u.amount, 0)) as debited
      from unnest(p_kinds, p_tokens, p_owners, p_amounts) u (kind, token, owner_id, amount)
     where u.kind >= 'TREASURY'
     group by u.kind, u.token, u.owner_id order by u.kind, u.token
  loop
    if r.kind >= 'UNCOVERED_LOSS' or r.debited = 0 then
      perform from ledger_account where owner_id = r.owner_id and kind = r.kind and token = r.token and shard = own_shard for no key update;
    else
      begin
        if r.is_credited then
          perform from ledger_account where owner_id = r.owner_id and kind = r.kind and token = r.token and shard = own_shard for no key update;
        end if;
        perform from ledger_account where owner_id = r.owner_id and kind = r.kind and token = r.token and balance >= r.debited
          limit 1 for no key update skip locked;
        if not found then raise no_data_found; end if;
      exception when no_data_found then
        -- Leaving the block released what it had locked; see ledger_gather().
        perform from ledger_account where owner_id = r.owner_id and kind = r.kind and token = r.token order by id for no key update;
      end;
    end if;
  end loop;
end $$;

alter function ledger_lock set enable_seqscan to off;
alter function ledger_lock set enable_hashjoin to off;
alter function ledger_lock set enable_mergejoin to off;
alter function ledger_lock set plan_cache_mode to force_generic_plan;

-- What ledger_post_set() does for one account in one transaction: the line, and whose place in the set it has.
create type ledger_set_line as (
  place int, kind ledger_account_kind, owner_id uuid, account_id bigint, token ledger_token, amount numeric, fee numeric,
  balance_after numeric, seq bigint, created_at timestamptz
);

-- Posts transactions whose accounts are all locked, as a set, or returns null and has written nothing: if one of them
-- resolves another, has been posted before, takes from a pool that can be emptied, needs an account that isn't open, or
-- would be refused. Those are for ledger_post(), one by one.
create function ledger_post_set(
  p_ids uuid[], p_transaction_kinds ledger_kind[], p_phases ledger_phase[], p_occurred_at timestamptz[], p_remarks text[], p_chain_hashes bytea[],
  p_places int[], p_kinds ledger_account_kind[], p_tokens ledger_token[], p_owners uuid[], p_amounts numeric[], p_fees numeric[]
) returns ledger_set_line[] language plpgsql as $$
declare
  own_shard constant smallint := pg_backend_pid() % 32;
  lines ledger_set_line[];
  are_covered boolean;
  posted int;
begin
  if p_phases <> array_fill('SINGLE'::ledger_phase, array[cardinality(p_phases)])
     or exists (select from ledger_transaction t where t.id = any (p_ids))
     or exists (select from unnest(p_ids) u (id) group by u.id having count(*) > 1) then return null; end if;
  select array_agg((l.place, l.kind, l.owner_id, l.account_id, l.token, l.amount, l.fee, l.balance_after, l.seq, l.created_at)::ledger_set_line
                   order by l.ordinal),
         bool_and(l.balance_after >= 0 or l.kind >= 'UNCOVERED_LOSS')
    into lines, are_covered
    from (
      select u.ordinal, u.place, u.kind, u.owner_id, a.id as account_id, u.token, u.amount, u.fee,
             a.balance + sum(u.amount) over so_far as balance_after, a.entry_count + row_number() over so_far as seq,
             greatest(a.last_entry_at, max(p_occurred_at[u.place]) over so_far) as created_at
        from unnest(p_places, p_kinds, p_tokens, p_owners, p_amounts, p_fees) with ordinality
               u (place, kind, token, owner_id, amount, fee, ordinal)
        join ledger_account a on a.owner_id = u.owner_id and a.kind = u.kind and a.token = u.token
                             and a.shard = case when u.kind < 'TREASURY' then 0 else own_shard end
       where u.kind < 'TREASURY' or u.kind >= 'UNCOVERED_LOSS' or u.amount > 0
      window so_far as (partition by a.id order by u.ordinal)
    ) l;
  if cardinality(lines) is distinct from cardinality(p_kinds) or not are_covered then return null; end if;

  insert into ledger_transaction (id, kind, phase, entry_count, occurred_at, remark, chain_hash, hash)
  select p_ids[i.place], p_transaction_kinds[i.place], 'SINGLE', i.entry_count, p_occurred_at[i.place], p_remarks[i.place], p_chain_hashes[i.place],
         ledger_hash(p_ids[i.place], p_transaction_kinds[i.place], 'SINGLE', null, p_occurred_at[i.place], p_chain_hashes[i.place], p_remarks[i.place],
                     i.items)
    from (
      select u.place, count(*) as entry_count,
             -- As ledger_items(), since callers sort the postings.
             string_agg(concat_ws(':', u.kind, u.token, u.owner_id, u.amount, u.fee) || ';', '' order by u.ordinal) as items
        from unnest(p_places, p_kinds, p_tokens, p_owners, p_amounts, p_fees) with ordinality
               u (place, kind, token, owner_id, amount, fee, ordinal)
       group by u.place
    ) i
  on conflict (id) do nothing;
  get diagnostics posted = row_count;
  if posted < cardinality(p_ids) then
    raise exception 'an id of the set was posted meanwhile, for other accounts' using errcode = 'serialization_failure';
  end if;
  insert into ledger_entry (transaction_id, ordinal, account_id, token, kind, amount, fee, balance_after, seq, created_at)
  select p_ids[l.place], row_number() over (partition by l.place order by l.ordinal), l.account_id, l.token, p_transaction_kinds[l.place], l.amount, l.fee,
         l.balance_after, l.seq, l.created_at
    from unnest(lines) with ordinality l (place, kind, owner_id, account_id, token, amount, fee, balance_after, seq, created_at, ordinal);
  return lines;
end $$;

-- As for ledger_post().
alter function ledger_post_set set enable_seqscan to off;
alter function ledger_post_set set enable_hashjoin to off;
alter function ledger_post_set set enable_mergejoin to off;
alter function ledger_post_set set plan_cache_mode to force_generic_plan;

-- Posts transactions in the order given and answers with a row for each: what ledger_post() would answer, and the members'
-- available balances that it moved, as it left them. One that is refused changes nothing, and the others are posted all
-- the same; whoever wants all or none rolls back. The accounts of all of them follow each other in the last five arrays;
-- p_sizes says how many are whose.
create or replace function ledger_post_many(
  p_ids uuid[], p_transaction_kinds ledger_kind[], p_phases ledger_phase[], p_resolved uuid[], p_occurred_at timestamptz[], p_remarks text[],
  p_chain_hashes bytea[], p_sizes int[],
  p_kinds ledger_account_kind[], p_tokens ledger_token[], p_owners uuid[], p_amounts numeric[], p_fees numeric[]
) returns table (
  outcome text, posted_hash bytea, refused_kind ledger_account_kind, refused_token ledger_token, refused_owner uuid, refused_balance numeric, wallets json
) language plpgsql as $$
declare
  places int[];
  lines ledger_set_line[];
  a int := 1;
  z int;
begin
  if cardinality(p_ids) > 1 then
    perform ledger_lock(p_kinds, p_tokens, p_owners, p_amounts);
    select array_agg(s.place order by s.place) into places from unnest(p_sizes) with ordinality s (size, place), generate_series(1, s.size);
    lines := ledger_post_set(p_ids, p_transaction_kinds, p_phases, p_occurred_at, p_remarks, p_chain_hashes, places, p_kinds, p_tokens, p_owners, p_amounts,
                             p_fees);
  end if;
  if lines is not null then
    return query
      select 'POSTED', t.hash::bytea, null::ledger_account_kind, null::ledger_token, null::uuid, null::numeric, w.wallets
        from unnest(p_ids) with ordinality i (id, place)
        join ledger_transaction t on t.id = i.id
        left join (
          select l.place,
                 json_agg(json_build_object('owner', l.owner_id, 'token', l.token, 'balance', l.balance_after::text,
                                            'at', floor(extract(epoch from l.created_at::timestamptz(3)) * 1000))) as wallets
            from unnest(lines) l where l.kind = 'AVAILABLE' group by l.place
        ) w on w.place = i.place
       order by i.place;
    return;
  end if;
  for i in 1 .. cardinality(p_ids) loop
    z := a + p_sizes[i] - 1;
    select p.* into outcome, posted_hash, refused_kind, refused_token, refused_owner, refused_balance
      from ledger_post(p_ids[i], p_transaction_kinds[i], p_phases[i], p_resolved[i], p_occurred_at[i], p_remarks[i], p_chain_hashes[i],
                       p_kinds[a:z], p_tokens[a:z], p_owners[a:z], p_amounts[a:z], p_fees[a:z]) p;
    wallets := null;
    if outcome = 'POSTED' then
      -- Its lock is held, so these are the posting's figures.
      select json_agg(json_build_object('owner', w.owner_id, 'token', w.token, 'balance', w.balance::text,
                                        'at', floor(extract(epoch from w.last_entry_at) * 1000)))
        into wallets
        from unnest(p_kinds[a:z], p_tokens[a:z], p_owners[a:z]) u (kind, token, owner_id)
        join ledger_account w on w.owner_id = u.owner_id and w.kind = u.kind and w.token = u.token and w.shard = 0
       where u.kind = 'AVAILABLE';
    end if;
    return next;
    a := z + 1;
  end loop;
end $$;

alter function ledger_post_many set enable_seqscan to off;
alter function ledger_post_many set enable_hashjoin to off;
alter function ledger_post_many set enable_mergejoin to off;
alter function ledger_post_many set plan_cache_mode to force_generic_plan;

-- =============================================================================
-- Transfers together
-- =============================================================================

-- What concurrent members transfer, in one statement: wallet_transfer() for each of them. Answers with a row for each that
-- was carried out; the rest is as if it had never been asked for, and its caller takes the several steps, which know what
-- to answer. That is one by other terms than those in force, with a key that is being worked on or was answered, with an
-- intent that was used, or that the ledger refuses.
create function wallet_transfer_many(
  p_terms int[], p_members uuid[], p_keys uuid[], p_fingerprints bytea[], p_now timestamptz[], p_nonces bytea[], p_deadlines timestamptz[],
  p_answers jsonb[], p_units numeric[],
  p_ids uuid[], p_occurred_at timestamptz[], p_remarks text[], p_sizes int[],
  p_kinds ledger_account_kind[], p_tokens ledger_token[], p_owners uuid[], p_amounts numeric[], p_fees numeric[]
) returns table (place int, given json) language plpgsql as $$
declare
  in_force constant int := max(number) from terms;
  places int[];
  sizes int[];
  r record;
begin
  -- Of two with the same key or the same intent, the first. A lock that somebody holds isn't waited for: others would
  -- wait as well.
  select array_agg(c.place) into places
    from (
      select i.place, i.member_id, i.key,
             row_number() over (partition by i.member_id, i.key order by i.place) = 1
               and row_number() over (partition by i.member_id, i.nonce order by i.place) = 1 as is_first
        from unnest(p_terms, p_members, p_keys, p_nonces) with ordinality i (terms, member_id, key, nonce, place)
       where i.terms = in_force
    ) c
   where c.is_first and pg_try_advisory_xact_lock(idempotent_lock_key(c.member_id, c.key));
  -- A statement of its own, which sees what was answered before the locks were taken.
  select array_agg(i.place) into places
    from unnest(places) i (place)
   where not exists (select from idempotent_answer a where a.member_id = p_members[i.place] and a.key = p_keys[i.place]);
  with used as (
    insert into used_intent (member_id, nonce, deadline)
    select p_members[i.place], p_nonces[i.place], p_deadlines[i.place] from unnest(places) i (place) order by 1, 2
    on conflict do nothing returning member_id, nonce
  )
  select array_agg(i.place order by i.place), array_agg(p_sizes[i.place] order by i.place) into places, sizes
    from unnest(places) i (place) join used u on u.member_id = p_members[i.place] and u.nonce = p_nonces[i.place];
  if places is null then return; end if;

  if cardinality(places) < cardinality(p_ids) then
    select array_agg(u.kind order by u.ordinal), array_agg(u.token order by u.ordinal), array_agg(u.owner_id order by u.ordinal),
           array_agg(u.amount order by u.ordinal), array_agg(u.fee order by u.ordinal)
      into p_kinds, p_tokens, p_owners, p_amounts, p_fees
      from (
        select s.place, s.first + n as ordinal
          from (select s.place, s.size, sum(s.size) over (order by s.place) - s.size as first from unnest(p_sizes) with ordinality s (size, place)) s,
               generate_series(1, s.size) n
         where s.place = any (places)
      ) of_those
      join unnest(p_kinds, p_tokens, p_owners, p_amounts, p_fees) with ordinality u (kind, token, owner_id, amount, fee, ordinal)
        on u.ordinal = of_those.ordinal;
  end if;
  for r in
    select places[p.ordinal] as place, p.outcome, p.posted_hash, p.wallets
      from ledger_post_many(
             (select array_agg(p_ids[i.place] order by i.ordinal) from unnest(places) with ordinality i (place, ordinal)),
             array_fill('TRANSFER'::ledger_kind, array[cardinality(places)]), array_fill('SINGLE'::ledger_phase, array[cardinality(places)]),
             array_fill(null::uuid, array[cardinality(places)]),
             (select array_agg(p_occurred_at[i.place] order by i.ordinal) from unnest(places) with ordinality i (place, ordinal)),
             (select array_agg(p_remarks[i.place] order by i.ordinal) from unnest(places) with ordinality i (place, ordinal)),
             array_fill(null::bytea, array[cardinality(places)]), sizes, p_kinds, p_tokens, p_owners, p_amounts, p_fees
           ) with ordinality p (outcome, posted_hash, refused_kind, refused_token, refused_owner, refused_balance, wallets, ordinal)
  loop
    place := r.place;
    if r.outcome <> 'POSTED' then
      delete from used_intent u where u.member_id = p_members[place] and u.nonce = p_nonces[place];
      continue;
    end if;
    insert into idempotent_answer (member_id, key, fingerprint, status, at, answer)
    select p_members[place], p_keys[place], p_fingerprints[place], 200, p_now[place],
           jsonb_set(p_answers[place], '{transaction}', p_answers[place] -> 'transaction' || jsonb_build_object(
             'hash', '0x' || encode(r.posted_hash, 'hex'),
             'status', 'POSTED',
             'createdAt', to_char(to_timestamp((w ->> 'at')::numeric / 1000) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
             'balanceAfter', trim_scale((w ->> 'balance')::numeric * p_units[place])::text))
      from json_array_elements(r.wallets) w where (w ->> 'owner')::uuid = p_members[place]
    returning answer into given;
    return next;
  end loop;
end $$;

-- As for ledger_post().
alter function wallet_transfer_many set enable_seqscan to off;
alter function wallet_transfer_many set enable_hashjoin to off;
alter function wallet_transfer_many set enable_mergejoin to off;
alter function wallet_transfer_many set plan_cache_mode to force_generic_plan;
-- Nobody waits long for an account that somebody else's transaction holds: the statement fails, and is repeated one by one.
alter function wallet_transfer_many set lock_timeout to '250ms';

-- contract: nothing has called it since wallet_transfer(), which stays for processes of the version before.
drop function wallet_transfer_once;

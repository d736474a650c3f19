-- Several transactions are posted in one statement, and a sale holds the minting cap's row only at its end.

-- Locks what several transactions will move before the first is posted: each posting takes its locks in the order of
-- (kind, token, owner), but two in a row don't. Of a pool that pays, the own shard and one that holds enough are locked,
-- or else all of them; so no posting of the batch waits for a lock once this has returned. What doesn't exist yet is
-- skipped: only this transaction can know of it.
create function ledger_lock(p_kinds ledger_account_kind[], p_tokens ledger_token[], p_owners uuid[], p_amounts numeric[])
returns void language plpgsql as $$
declare
  own_shard constant smallint := pg_backend_pid() % 32;
  r record;
begin
  for r in
    select u.kind, u.token, u.owner_id, bool_or(u.amount > 0) as is_credited, sum(greatest(-u.amount, 0)) as debited
      from unnest(p_kinds, p_tokens, p_owners, p_amounts) u (kind, token, owner_id, amount)
     group by u.kind, u.token, u.owner_id order by u.kind, u.token, u.owner_id
  loop
    if r.kind < 'TREASURY' then
      perform from ledger_account where owner_id = r.owner_id and kind = r.kind and token = r.token and shard = 0 for no key update;
    elsif r.kind >= 'UNCOVERED_LOSS' or r.debited = 0 then
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

-- Posts transactions in the order given, each by the rules of ledger_post(), and answers with a row for each. The first
-- refusal is the last row, and then the caller rolls back what came before it. The accounts of all of them follow each
-- other in the last five arrays; p_sizes says how many are whose. `wallets` are the members' available balances that a
-- transaction moved, as it left them.
create function ledger_post_many(
  p_ids uuid[], p_transaction_kinds ledger_kind[], p_phases ledger_phase[], p_resolved uuid[], p_occurred_at timestamptz[], p_remarks text[],
  p_chain_hashes bytea[], p_sizes int[],
  p_kinds ledger_account_kind[], p_tokens ledger_token[], p_owners uuid[], p_amounts numeric[], p_fees numeric[]
) returns table (
  outcome text, posted_hash bytea, refused_kind ledger_account_kind, refused_token ledger_token, refused_owner uuid, refused_balance numeric, wallets json
) language plpgsql as $$
declare
  a int := 1;
  z int;
begin
  if cardinality(p_ids) > 1 then perform ledger_lock(p_kinds, p_tokens, p_owners, p_amounts); end if;
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
    if outcome not in ('POSTED', 'REPEATED') then return; end if;
    a := z + 1;
  end loop;
end $$;

-- As for ledger_post().
alter function ledger_lock set enable_seqscan to off;
alter function ledger_lock set plan_cache_mode to force_generic_plan;
alter function ledger_post_many set enable_seqscan to off;
alter function ledger_post_many set enable_hashjoin to off;
alter function ledger_post_many set enable_mergejoin to off;
alter function ledger_post_many set plan_cache_mode to force_generic_plan;

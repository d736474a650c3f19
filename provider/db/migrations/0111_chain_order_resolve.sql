-- The only two ways an order ends in the ledger. They run with the rights of the ledger's owner, so that a process that pays out needs no rights to the
-- ledger itself: it can say of an order that it was done or that it never will be, and of nothing else.

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
    -- What another transaction took meanwhile: the whole is tried again.
    raise exception 'the ledger did not post an order: %', outcome using errcode = 'serialization_failure';
  end if;
  -- Before PostgreSQL 18 what is deferred runs with the rights of whoever commits, who need not have any to the ledger.
  set constraints ledger_transaction_resolves, ledger_transaction_complete immediate;
  set constraints ledger_transaction_resolves, ledger_transaction_complete deferred;
end $$;

-- The chain did it, and that is confirmed. Saying it again changes nothing but the block, which a reorg may have moved.
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
    raise exception 'the chain did another amount than the order says' using errcode = 'check_violation', constraint = 'chain_order_amount';
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

-- It never was and never will be done: everything goes back, the fee too. Only when no nonce is open that a transaction of it was signed for.
create function chain_order_void(p_order uuid, p_resolution uuid, p_at timestamptz, p_reason text)
returns chain_order_status language plpgsql security definer set search_path = public, pg_temp as $$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
  o chain_order;
begin
  select * into strict o from chain_order where id = p_order for update;
  if o.status <> 'PENDING' then return o.status; end if;
  if exists (select from operator_nonce n where n.order_id = o.id and (n.state = 'OPEN' or n.outcome = 'DONE')) then
    raise exception 'a transaction that was signed for the order could still be mined, or was' using errcode = 'check_violation', constraint = 'chain_order_void_proved';
  end if;
  if o.kind = 'PAYOUT' then
    perform chain_order_post(p_resolution, 'PAYOUT', 'VOID', o.id, p_at, null, null,
      '{AVAILABLE,PAYOUT_IN_TRANSIT}', o.token, array[o.member_id, o.id], array[o.amount + o.fee, -(o.amount + o.fee)], '{0,0}');
  elsif o.kind = 'BURN' then
    perform chain_order_post(p_resolution, 'ADJUSTMENT', 'VOID', o.id, p_at, null, null,
      '{PAYOUT_IN_TRANSIT,BURNED}', o.token, array[o.id, nil], array[-o.amount, o.amount], '{0,0}');
  end if;
  update chain_order
     set status = 'VOIDED', resolved_by = case when o.kind = 'MINT' then null else p_resolution end, resolved_at = p_at,
         held_because = p_reason, held_until = null, chain_hash = null
   where id = o.id;
  return o.status;
end $$;

revoke all on function chain_order_post, chain_order_settle, chain_order_void from public;

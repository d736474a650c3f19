-- Held deposits, payouts and burns are settled and voided by one function, which knows from the pending transaction what
-- waits and where it came from.

-- Resolves a pending transaction, exactly once. SETTLE: what waits in transit arrives, without the fee, at the given
-- account, and the fee is earned. VOID: everything goes back to where it came from; with p_keeps_fee, all but the fee.
-- Answers as ledger_post() does, and with TRANSACTION_UNKNOWN or NOT_PENDING.
create function ledger_resolve(
  p_id uuid, p_pending uuid, p_phase ledger_phase, p_at timestamptz, p_chain_hash bytea,
  p_to_kind ledger_account_kind, p_to_owner uuid, p_keeps_fee boolean,
  out outcome text, out posted_hash bytea, out refused_kind ledger_account_kind, out refused_token ledger_token, out refused_owner uuid,
  out refused_balance numeric
) language plpgsql as $$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
  pending ledger_transaction;
  lines record;
begin
  select * into pending from ledger_transaction t where t.id = p_pending;
  if not found then outcome := 'TRANSACTION_UNKNOWN'; return; end if;
  if pending.phase <> 'PENDING' then outcome := 'NOT_PENDING'; return; end if;
  with moved as (
    select a.kind, e.token, a.owner_id, e.amount, e.fee, a.owner_id = p_pending as is_in_transit
      from ledger_entry e join ledger_account a on a.id = e.account_id where e.transaction_id = p_pending
  ), earned as (
    select m.token, case when p_phase = 'SETTLE' or p_keeps_fee then sum(m.fee) else 0 end as fee from moved m group by m.token
  ), posting as (
    select m.kind, m.token, m.owner_id, -m.amount + case when p_keeps_fee then -m.fee else 0 end as amount,
           case when m.is_in_transit then e.fee else 0 end as fee
      from moved m join earned e on e.token = m.token where m.is_in_transit or p_phase = 'VOID'
    union all
    select p_to_kind, m.token, p_to_owner, sum(m.amount) - e.fee, 0
      from moved m join earned e on e.token = m.token where m.is_in_transit and p_phase = 'SETTLE' group by m.token, e.fee
    union all
    select 'FEES', e.token, nil, e.fee, 0 from earned e
  ), summed as (
    select p.kind, p.token, p.owner_id, sum(p.amount) as amount, sum(p.fee) as fee from posting p
     group by p.kind, p.token, p.owner_id having sum(p.amount) <> 0
  )
  select array_agg(s.kind order by s.kind, s.token, s.owner_id) as kinds, array_agg(s.token order by s.kind, s.token, s.owner_id) as tokens,
         array_agg(s.owner_id order by s.kind, s.token, s.owner_id) as owners, array_agg(s.amount order by s.kind, s.token, s.owner_id) as amounts,
         array_agg(s.fee order by s.kind, s.token, s.owner_id) as fees
    into lines from summed s;
  select r.* into outcome, posted_hash, refused_kind, refused_token, refused_owner, refused_balance
    from ledger_post(p_id, pending.kind, p_phase, p_pending, p_at, null, p_chain_hash, lines.kinds, lines.tokens, lines.owners, lines.amounts, lines.fees) r;
end $$;

-- Whatever an order posts, it posts or the caller tries again.
create function chain_order_posted(p_outcome text) returns void language plpgsql as $$
begin
  if p_outcome is distinct from 'POSTED' then
    -- Another transaction was faster, so the caller tries again from the start.
    raise exception 'the ledger did not post an order: %', p_outcome using errcode = 'serialization_failure';
  end if;
  -- Before PostgreSQL 18, deferred triggers run with the rights of whoever commits, who may have none to the ledger.
  set constraints ledger_transaction_resolves, ledger_transaction_complete immediate;
  set constraints ledger_transaction_resolves, ledger_transaction_complete deferred;
end $$;

create or replace function chain_order_settle(p_order uuid, p_resolution uuid, p_at timestamptz, p_chain_hash bytea, p_block bigint, p_amount numeric)
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
    perform chain_order_posted((ledger_resolve(p_resolution, o.id, 'SETTLE', p_at, p_chain_hash, 'VAULT', nil, false)).outcome);
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

create or replace function chain_order_undo(p_order uuid, p_resolution uuid, p_at timestamptz, p_reason text, p_chain_hash bytea, p_is_refused boolean)
returns chain_order_status language plpgsql as $$
declare
  o chain_order;
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
  if o.kind <> 'MINT' then
    perform chain_order_posted((ledger_resolve(p_resolution, o.id, 'VOID', p_at, p_chain_hash, null, null, p_is_refused)).outcome);
  end if;
  update chain_order
     set status = 'VOIDED', resolved_by = case when o.kind = 'MINT' then null else p_resolution end, resolved_at = p_at,
         held_because = p_reason, held_until = null, chain_hash = null, is_refused = p_is_refused
   where id = o.id;
  return o.status;
end $$;

-- Posts what belongs to no pending transaction.
create or replace function chain_order_post(
  p_id uuid, p_kind ledger_kind, p_phase ledger_phase, p_resolves uuid, p_at timestamptz, p_remark text, p_chain_hash bytea,
  p_kinds ledger_account_kind[], p_token ledger_token, p_owners uuid[], p_amounts numeric[], p_fees numeric[]
) returns void language plpgsql as $$
declare
  r record;
begin
  select array_agg(kind order by ordinal) as kinds, array_agg(p_token) as tokens, array_agg(owner_id order by ordinal) as owners,
         array_agg(amount order by ordinal) as amounts, array_agg(fee order by ordinal) as fees
    into r
    from unnest(p_kinds, p_owners, p_amounts, p_fees) with ordinality u (kind, owner_id, amount, fee, ordinal)
   where amount <> 0;
  perform chain_order_posted((ledger_post(p_id, p_kind, p_phase, p_resolves, p_at, p_remark, p_chain_hash, r.kinds, r.tokens, r.owners, r.amounts, r.fees)).outcome);
end $$;

revoke all on function ledger_resolve, chain_order_posted from public;

-- What one person proposes and another approves. Who they are is who they are to the database (session_user), whatever
-- their tool says.
create table proposal (
  id uuid primary key,
  command text not null,
  -- What was typed after the command's name.
  operands jsonb not null,
  options jsonb not null,
  -- What the proposer was shown, and the approver must be shown again.
  says text not null,
  why text not null,
  proposed_by text not null,
  proposed_at timestamptz(3) not null,
  approved_by text,
  approved_at timestamptz(3),
  constraint proposal_approved check ((approved_by is null) = (approved_at is null)),
  constraint proposal_by_two check (approved_by <> proposed_by)
);

create function proposal_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.proposed_by := session_user;
    new.approved_by := null;
    new.approved_at := null;
    return new;
  end if;
  if tg_op <> 'UPDATE' or old.approved_at is not null
     or (old.id, old.command, old.operands, old.options, old.says, old.why, old.proposed_by, old.proposed_at)
          is distinct from (new.id, new.command, new.operands, new.options, new.says, new.why, new.proposed_by, new.proposed_at) then
    raise exception 'a proposal stays as it was shown, and is approved once'
      using errcode = 'insufficient_privilege', constraint = 'proposal_kept';
  end if;
  new.approved_by := session_user;
  return new;
end $$;
create trigger proposal_kept before insert or update on proposal for each row execute function proposal_keep();
create trigger proposal_stays before delete or truncate on proposal for each statement execute function proposal_keep();

-- =============================================================================
-- Orders of proceeds
-- =============================================================================

alter table chain_order drop constraint chain_order_reference_check;
alter table chain_order add constraint chain_order_reference_check
  check (reference ~ '^(payout:[0-9a-f-]{36}|proceeds:[0-9a-f-]{36}|mint:[1-9][0-9]*|burn:[1-9][0-9]*)$');
alter table chain_order drop constraint chain_order_named;
alter table chain_order add constraint chain_order_named
  check (case when kind in ('PAYOUT', 'PROCEEDS') then reference = case kind when 'PAYOUT' then 'payout:' else 'proceeds:' end || id
              else reference ~ case kind when 'MINT' then '^mint:' else '^burn:' end end);
drop index chain_order_one_batch;
create unique index chain_order_one_batch on chain_order (kind) where status = 'PENDING' and kind in ('MINT', 'BURN');
create index chain_order_proceeds on chain_order (token, created_at) where kind = 'PROCEEDS';

-- As before, and proceeds are those of a proposal that two people agreed on, taken from fees and treasury.
create or replace function chain_order_true() returns trigger language plpgsql as $$
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
  -- By itself: the server may not read proposals, and a condition's rights are checked whole.
  if new.kind = 'PROCEEDS' then
    if not exists (
      select from proposal p
       where p.id = new.id and p.command = 'withdraw-proceeds' and p.approved_at is not null
         and p.operands ->> 0 = new.token::text and p.options ->> 'to' = new.recipient
         and (p.operands ->> 1)::numeric * case new.token when 'USDT' then 1e6 else 1e18 end = new.amount
    ) or exists (
      select from ledger_entry e join ledger_account a on a.id = e.account_id
       where e.transaction_id = new.id and a.kind not in ('FEES', 'TREASURY', 'PAYOUT_IN_TRANSIT')
    ) then
      raise exception 'proceeds are fees and treasury, paid as one person proposed and another approved'
        using errcode = 'check_violation', constraint = 'chain_order_approved';
    end if;
  end if;
  return null;
end $$;

-- As before: what the chain paid after it was refunded is the treasury's, but for burned JU.
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
    source := case o.kind when 'BURN' then 'BURNED' else 'TREASURY' end;
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

-- Credits a deposit that is held and confirmed, since one that a reorganisation removed would be lost by the treasury, and covers a loss with it where it is for that; returns how much it covers.
create or replace function staff.assign_deposit(p_id uuid, p_cover uuid) returns numeric language plpgsql security definer set search_path = public, pg_temp as $$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
  p constant proposal := staff.take(p_id, 'deposit assign');
  recipient constant text := p.operands ->> 1;
  kind constant ledger_account_kind := case recipient when 'reward' then 'REWARD_POOL_FREE' when 'bonus' then 'BONUS_POOL'
    when 'insurance' then 'INSURANCE_POOL_FREE' when 'treasury' then 'TREASURY' when 'loss' then 'TREASURY' else 'AVAILABLE' end;
  owner constant uuid := case kind when 'AVAILABLE' then recipient::uuid else nil end;
  d deposit;
  covered numeric := 0;
begin
  select * into d from deposit where id = (p.operands ->> 0)::uuid for update;
  -- As everybody else who gives one that is held (provider/chain-watch/held-deposits.ts); 3 is CONFIRMATIONS.
  if not exists (select from chain_watch w where (w.chain_id, w.vault) = (d.chain_id, d.vault) and d.block_number <= w.head_number - 3) then
    raise exception 'the deposit is not on the chain, or not for long enough' using errcode = 'check_violation', constraint = 'deposit_confirmed';
  end if;
  if d.state is distinct from 'HELD' or (recipient = 'reward' and d.token <> 'JUF') or (recipient in ('bonus', 'insurance') and d.token <> 'USDT')
     or (kind = 'AVAILABLE' and not exists (select from member m where m.id = owner)) then
    raise exception 'the deposit can not be assigned to that' using errcode = 'check_violation', constraint = 'deposit_assigned';
  end if;
  perform chain_order_posted((ledger_resolve(d.id, d.held_by, 'SETTLE', staff.moment(), d.tx_hash, kind, owner, false)).outcome);
  update deposit set state = 'CREDITED', member_id = nullif(owner, nil), is_assigned = true, credited_at = staff.moment() where id = d.id;
  if recipient = 'loss' then
    -- As whoever else covers a loss, so that it isn't covered twice (provider/chain-watch/book-losses.ts).
    perform pg_advisory_xact_lock(7310210101);
    select greatest(least(d.amount, -sum(balance)), 0) into covered from ledger_account where owner_id = nil and ledger_account.kind = 'UNCOVERED_LOSS' and token = d.token;
    if covered > 0 then
      perform staff.post(p_cover, 'ADJUSTMENT', 'SINGLE', 'the operator covered a loss', '{TREASURY,UNCOVERED_LOSS}', d.token, array[nil, nil], array[-covered, covered]);
    end if;
  end if;
  return covered;
end $$;

-- A payout is given up by two, as it is everything else that moves value. Other rights on orders than to read them are renewed away by `migrate`.
create function staff.give_up_payout(p_id uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  p constant proposal := staff.take(p_id, 'give-up-payout');
begin
  update chain_order set is_given_up = true, held_until = null where id = (p.operands ->> 0)::uuid and status = 'PENDING';
  if not found then
    raise exception 'no such order is open' using errcode = 'check_violation', constraint = 'order_open';
  end if;
end $$;

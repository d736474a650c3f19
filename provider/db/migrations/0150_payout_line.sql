-- A payout that its recipient's own code made fail keeps its fee, which paid for trying. And whose turn it is: no member's orders keep another's waiting.

-- One line for each member and token: all its orders go to the same address by the same contract, so what one of them met the next would meet too.
create table payout_line (
  member_id uuid not null references member (id),
  token ledger_token not null,
  -- When an order of it was last tried out.
  tried_at timestamptz(3),
  -- Attempts in a row that failed. Each doubles the rest.
  failures smallint not null default 0 check (failures >= 0),
  rest_until timestamptz(3),
  primary key (member_id, token)
);

alter table chain_order
  -- The recipient refused it: the amount was given back, the fee was not, and it counts in the limits of its day.
  add column is_refused boolean not null default false,
  add constraint chain_order_refused check (not is_refused or (kind = 'PAYOUT' and status = 'VOIDED'));

create or replace function chain_order_kept() returns trigger language plpgsql as $$
begin
  if (old.id, old.kind, old.reference, old.member_id, old.token, old.recipient, old.fee, old.usd, old.from_block, old.created_at)
       is distinct from (new.id, new.kind, new.reference, new.member_id, new.token, new.recipient, new.fee, new.usd, new.from_block, new.created_at)
     or (old.amount <> new.amount and (old.kind <> 'MINT' or old.status = 'POSTED'))
     or (old.status <> new.status and old.status <> 'PENDING' and old.kind <> 'MINT')
     or (old.is_refused <> new.is_refused and old.status <> 'PENDING')
     or (old.is_given_up and not new.is_given_up) then
    raise exception 'an order stays what it was decided to be' using errcode = 'check_violation', constraint = 'chain_order_kept';
  end if;
  return new;
end $$;

-- Ends an order that never was and never will be done. What its recipient refused earns its fee; of everything else the fee goes back too.
create function chain_order_undo(p_order uuid, p_resolution uuid, p_at timestamptz, p_reason text, p_chain_hash bytea, p_is_refused boolean)
returns chain_order_status language plpgsql as $$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
  o chain_order;
  earned numeric;
begin
  select * into strict o from chain_order where id = p_order for update;
  if o.status <> 'PENDING' then return o.status; end if;
  if p_is_refused and o.kind <> 'PAYOUT' then
    raise exception 'only a payout has a recipient who could refuse it' using errcode = 'check_violation', constraint = 'chain_order_refused';
  end if;
  if exists (select from operator_nonce n where n.order_id = o.id and (n.state = 'OPEN' or n.outcome = 'DONE')) then
    raise exception 'a transaction that was signed for the order could still be mined, or was' using errcode = 'check_violation', constraint = 'chain_order_void_proved';
  end if;
  earned := case when p_is_refused then o.fee else 0 end;
  if o.kind = 'PAYOUT' then
    perform chain_order_post(p_resolution, 'PAYOUT', 'VOID', o.id, p_at, null, p_chain_hash,
      '{AVAILABLE,PAYOUT_IN_TRANSIT,FEES}', o.token, array[o.member_id, o.id, nil], array[o.amount + o.fee - earned, -(o.amount + o.fee), earned],
      array[0, earned, 0]);
  elsif o.kind = 'BURN' then
    perform chain_order_post(p_resolution, 'ADJUSTMENT', 'VOID', o.id, p_at, null, null,
      '{PAYOUT_IN_TRANSIT,BURNED}', o.token, array[o.id, nil], array[-o.amount, o.amount], '{0,0}');
  end if;
  update chain_order
     set status = 'VOIDED', resolved_by = case when o.kind = 'MINT' then null else p_resolution end, resolved_at = p_at,
         held_because = p_reason, held_until = null, chain_hash = null, is_refused = p_is_refused
   where id = o.id;
  return o.status;
end $$;

create or replace function chain_order_void(p_order uuid, p_resolution uuid, p_at timestamptz, p_reason text)
returns chain_order_status language sql security definer set search_path = public, pg_temp as $$
  select chain_order_undo(p_order, p_resolution, p_at, p_reason, null, false)
$$;

-- With the hash of the transaction that the recipient made fail, where there is one.
create function chain_order_refuse(p_order uuid, p_resolution uuid, p_at timestamptz, p_reason text, p_chain_hash bytea)
returns chain_order_status language sql security definer set search_path = public, pg_temp as $$
  select chain_order_undo(p_order, p_resolution, p_at, p_reason, p_chain_hash, true)
$$;

revoke all on function chain_order_undo, chain_order_refuse from public;

-- A payout process with a role of its own goes on without being given its rights anew.
do $$
declare
  role_name name;
begin
  for role_name in
    select r.rolname from pg_proc f, aclexplode(f.proacl) a join pg_roles r on r.oid = a.grantee
     where f.oid = 'chain_order_void(uuid,uuid,timestamptz,text)'::regprocedure and a.privilege_type = 'EXECUTE' and r.rolname <> current_user
  loop
    execute format('grant select, insert, update on payout_line to %I', role_name);
    execute format('grant execute on function chain_order_refuse to %I', role_name);
  end loop;
end $$;

-- Each person of staff is a role of the database, which sees views and functions of the schema `staff` and no table. The
-- views have the tables' names and come first in such a role's search path, so what reads them needs no other words.
-- Which role may use which of them stands in provider/db/staff-rights.ts.

alter table database_role drop constraint database_role_part_check;
alter table database_role add constraint database_role_part_check
  check (part in ('SERVER', 'PAYOUTS', 'SUPPORT', 'EDITOR', 'FINANCE', 'ADMINISTRATOR'));

-- Whom an act or a proposal was about, whatever was typed; and who did it, as the database knows them.
alter table operator_act add column about uuid;
alter table operator_act add column role text;
create index operator_act_about on operator_act (about, at desc) where about is not null;
alter table proposal add column about uuid;

create or replace function operator_act_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.role := session_user;
    return new;
  end if;
  if (old.id, old.at, old.os_user, old.operator, old.command, old.role)
       is distinct from (new.id, new.at, new.os_user, new.operator, new.command, new.role)
     or (old.about is not null and old.about is distinct from new.about)
     or (old.outcome is not null and (old.outcome, old.ended_at, old.about) is distinct from (new.outcome, new.ended_at, new.about)) then
    raise exception 'an act stays as it was written down'
      using errcode = 'insufficient_privilege', constraint = 'operator_act_kept';
  end if;
  return new;
end $$;
create trigger operator_act_signed before insert on operator_act for each row execute function operator_act_keep();

create or replace function proposal_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.proposed_by := session_user;
    new.approved_by := null;
    new.approved_at := null;
    return new;
  end if;
  if tg_op <> 'UPDATE' or old.approved_at is not null
     or (old.id, old.command, old.operands, old.options, old.says, old.why, old.about, old.proposed_by, old.proposed_at)
          is distinct from (new.id, new.command, new.operands, new.options, new.says, new.why, new.about, new.proposed_by, new.proposed_at) then
    raise exception 'a proposal stays as it was shown, and is approved once'
      using errcode = 'insufficient_privilege', constraint = 'proposal_kept';
  end if;
  new.approved_by := session_user;
  return new;
end $$;

-- =============================================================================
-- What staff sees
-- =============================================================================

create schema staff;

-- Whole, but for what would let somebody act as a member: digests of tokens and codes.
do $$
declare
  of text;
begin
  foreach of in array array[
    'ledger_account', 'ledger_transaction', 'ledger_entry', 'erased_remark', 'ledger_audit_run', 'terms', 'terms_role', 'terms_points',
    'member', 'member_uid', 'retired_username', 'erased_name', 'member_role', 'score_entry', 'score_claim', 'role_privilege',
    'announcement', 'announcement_slug', 'announcement_translation', 'poll', 'poll_translation', 'poll_option', 'poll_option_translation', 'poll_vote',
    'pair_observation', 'pair_head', 'treasury_package', 'treasury_supply', 'treasury_purchase', 'vesting_claim', 'insurance', 'staking', 'staking_turbo',
    'referral_binding', 'referral_sale', 'bonus', 'bonus_claim', 'bonus_hold', 'bonus_total', 'team_place', 'team_total',
    'chain_watch', 'chain_block', 'deposit', 'deposit_loss', 'known_contracts', 'chain_order', 'payout_line', 'unknown_deed', 'deed_scan', 'adjustment',
    'solvency_run', 'reserve_tree', 'proposal'
  ] loop
    execute format('create view staff.%1$I as select * from public.%1$I', of);
  end loop;
end $$;
create view staff.session as select member_id, created_at, last_used_at, idle_until, expires_at, ended_at, kind from public.session;
create view staff.activation_code as
  select id, kind, juf, points, role_code, issued_at, expires_at, member_id, used_at, released_at from public.activation_code;
-- The roles of whoever asks; and their own acts, for support who was blocked and why, for administrators everybody's.
create view staff.mine as select part from public.database_role where name = session_user;
create view staff.operator_act as
  select * from public.operator_act
   where role = session_user or exists (select from staff.mine where part = 'ADMINISTRATOR' or (part = 'SUPPORT' and command = 'block'));

-- =============================================================================
-- What one person proposed and another approves
--
-- Each function approves a proposal as its caller and does exactly what it says, in one statement; nothing else that
-- moves value or enters an account can be reached by staff.
-- =============================================================================

-- Approves a proposal of that command. The table refuses whoever proposed it.
create function staff.take(p_id uuid, p_command text) returns proposal
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  p proposal;
begin
  update proposal set approved_at = now(), approved_by = session_user where id = p_id and command = p_command and approved_at is null returning * into p;
  if not found then
    raise exception 'no such proposal is open' using errcode = 'check_violation', constraint = 'proposal_open';
  end if;
  return p;
end $$;

create function staff.units(p_amount text, p_token ledger_token) returns numeric language sql immutable set search_path = public, pg_temp as $$
  select trim_scale(p_amount::numeric * case p_token when 'USDT' then 1e6 else 1e18 end)
$$;

-- The books count milliseconds.
create function staff.moment() returns timestamptz language sql stable set search_path = public, pg_temp as $$
  select date_trunc('milliseconds', now())
$$;

create function staff.post(
  p_id uuid, p_kind ledger_kind, p_phase ledger_phase, p_remark text,
  p_kinds ledger_account_kind[], p_token ledger_token, p_owners uuid[], p_amounts numeric[]
) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  said text;
  n constant int := cardinality(p_kinds);
begin
  select r.outcome into said
    from ledger_post(p_id, p_kind, p_phase, null, staff.moment(), p_remark, null, p_kinds, array_fill(p_token, array[n]), p_owners, p_amounts, array_fill(0::numeric, array[n])) r;
  if said = 'INSUFFICIENT_BALANCE' then
    raise exception 'an account holds less' using errcode = 'check_violation', constraint = 'staff_covered';
  end if;
  perform chain_order_posted(said);
end $$;

create function staff.fund(p_id uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
  p constant proposal := staff.take(p_id, 'fund');
  pool constant text := p.operands ->> 0;
  token constant ledger_token := case pool when 'reward' then 'JUF' else 'USDT' end;
  kind constant ledger_account_kind := case pool when 'reward' then 'REWARD_POOL_FREE' when 'bonus' then 'BONUS_POOL' when 'insurance' then 'INSURANCE_POOL_FREE' end;
  amount constant numeric := staff.units(p.operands ->> 1, token);
begin
  perform staff.post(p.id, 'ADJUSTMENT', 'SINGLE', coalesce(p.options ->> 'remark', 'funding of the ' || pool || ' pool'),
    array[kind, 'OUTSIDE_WORLD'], token, array[nil, nil], array[amount, -amount]);
end $$;

-- Credits a deposit that is held, and covers a loss with it where it is for that; returns how much it covers.
create function staff.assign_deposit(p_id uuid, p_cover uuid) returns numeric language plpgsql security definer set search_path = public, pg_temp as $$
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

-- Fees first, because the treasury bears losses.
create function staff.order_proceeds(p_id uuid, p_from_block bigint) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
  p constant proposal := staff.take(p_id, 'withdraw-proceeds');
  paid constant ledger_token := p.operands ->> 0;
  amount constant numeric := staff.units(p.operands ->> 1, paid);
  from_fees numeric;
begin
  select least(sum(balance), amount) into from_fees from ledger_account where owner_id = nil and kind = 'FEES' and token = paid;
  perform staff.post(p.id, 'ADJUSTMENT', 'PENDING', 'proceeds withdrawn', array_agg(t.kind), paid, array_agg(t.owner), array_agg(t.change))
    from (values ('PAYOUT_IN_TRANSIT'::ledger_account_kind, p.id, amount), ('TREASURY', nil, from_fees - amount), ('FEES', nil, -from_fees)) t (kind, owner, change)
   where t.change <> 0;
  insert into chain_order (id, kind, reference, token, recipient, amount, from_block, created_at)
  values (p.id, 'PROCEEDS', 'proceeds:' || p.id, paid, p.options ->> 'to', amount, p_from_block, staff.moment());
  set constraints all immediate;
end $$;

-- One posting sets apart what all of the codes give.
create function activation_code_issue(
  p_ids uuid[], p_hashes bytea[], p_kind text, p_juf numeric, p_points integer, p_role text, p_issued_at timestamptz, p_expires_at timestamptz, p_posting uuid
) returns text language plpgsql set search_path = public, pg_temp as $$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
  n constant int := cardinality(p_ids);
  said text := 'POSTED';
begin
  if p_kind = 'JUF' then
    select r.outcome into said
      from ledger_post(p_posting, 'CODE', 'SINGLE', null, p_issued_at, null, null,
             array_fill('REWARD_POOL_RESERVED'::ledger_account_kind, array[n]) || 'REWARD_POOL_FREE'::ledger_account_kind,
             array_fill('JUF'::ledger_token, array[n + 1]), (select array_agg(id order by id) from unnest(p_ids) id) || nil,
             array_fill(p_juf, array[n]) || (-p_juf * n), array_fill(0::numeric, array[n + 1])) r;
    if said <> 'POSTED' then return said; end if;
  end if;
  insert into activation_code (id, code_hash, kind, juf, points, role_code, issued_at, expires_at)
  select c.id, c.hash, p_kind, p_juf, p_points, p_role, p_issued_at, p_expires_at from unnest(p_ids, p_hashes) c (id, hash);
  return said;
end $$;

create function staff.issue_codes(p_id uuid, p_ids uuid[], p_hashes bytea[], p_posting uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  p constant proposal := staff.take(p_id, 'issue-codes');
  gives constant jsonb := p.options;
  said text;
begin
  if cardinality(p_ids) is distinct from (p.operands ->> 0)::int or cardinality(p_hashes) is distinct from cardinality(p_ids) then
    raise exception 'as many codes are issued as were approved' using errcode = 'check_violation', constraint = 'activation_code_count';
  end if;
  said := activation_code_issue(p_ids, p_hashes, case when gives ? 'juf' then 'JUF' when gives ? 'score' then 'SCORE' else 'ROLE' end,
    staff.units(gives ->> 'juf', 'JUF'), (gives ->> 'score')::int, gives ->> 'role', staff.moment(), staff.moment() + (gives ->> 'days')::int * interval '1 day', p_posting);
  if said <> 'POSTED' then
    raise exception 'the reward pool holds less' using errcode = 'check_violation', constraint = 'staff_covered';
  end if;
  set constraints all immediate;
end $$;

-- A link that nobody opens within ten minutes is worthless, and confirming it takes no longer than this.
create function staff.login_link(p_id uuid, p_token_hash bytea) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  p constant proposal := staff.take(p_id, 'login-link');
begin
  insert into session (token_hash, member_id, created_at, last_used_at, idle_until, expires_at, kind)
  values (p_token_hash, (p.operands ->> 0)::uuid, staff.moment(), staff.moment(), staff.moment() + interval '10 minutes', staff.moment() + interval '20 minutes', 'LINK');
end $$;

revoke all on all functions in schema staff from public;
revoke all on function activation_code_issue(uuid[], bytea[], text, numeric, integer, text, timestamptz, timestamptz, uuid) from public;

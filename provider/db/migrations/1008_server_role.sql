-- The process that faces the internet has a role of its own, which owns nothing: it can't alter a table or switch off a
-- trigger, and writes the ledger through its functions alone, which run with the owner's rights.

-- Which roles have which rights, so that `migrate` gives them those that a new version needs (provider/db/roles.ts).
create table database_role (
  name text not null,
  part text not null check (part in ('SERVER', 'PAYOUTS')),
  primary key (name, part)
);
revoke all on database_role from public;
insert into database_role (name, part)
select distinct r.rolname, 'PAYOUTS' from pg_proc p, aclexplode(p.proacl) a, pg_roles r
 where p.pronamespace = 'public'::regnamespace and p.proname = 'chain_order_settle'
   and a.privilege_type = 'EXECUTE' and a.grantee <> p.proowner and r.oid = a.grantee;

do $$
declare
  f regprocedure;
begin
  for f in
    select oid::regprocedure from pg_proc
     where pronamespace = 'public'::regnamespace
       and proname in ('ledger_post', 'ledger_post_many', 'ledger_lock', 'ledger_resolve', 'ledger_erase_remarks')
  loop
    execute format('alter function %s security definer', f);
    execute format('alter function %s set search_path = public, pg_temp', f);
    execute format('revoke all on function %s from public', f);
  end loop;
  -- They fire on what the server writes, and write what only they may.
  for f in
    select oid::regprocedure from pg_proc
     where pronamespace = 'public'::regnamespace and proname in ('team_follow', 'team_sale', 'bonus_count', 'referral_binding_uncount')
  loop
    execute format('alter function %s security definer', f);
    execute format('alter function %s set search_path = public, pg_temp', f);
  end loop;
end $$;

-- Where the server may neither update nor delete, a trigger that refuses it only stood in for that. What the operator's
-- own tool writes (terms, adjustments, acts) keeps its triggers: that tool is the owner.
drop trigger ledger_entry_append_only on ledger_entry;
drop trigger ledger_transaction_append_only on ledger_transaction;
drop trigger ledger_transaction_kept on ledger_transaction;
drop trigger ledger_account_kept on ledger_account;
drop trigger ledger_account_by_entries on ledger_account;
drop trigger erased_remark_append_only on erased_remark;
drop trigger score_entry_kept on score_entry;
drop trigger score_claim_kept on score_claim;
drop trigger staking_kept on staking;
drop trigger staking_turbo_kept on staking_turbo;
drop trigger bonus_hold_kept on bonus_hold;
drop trigger team_place_kept on team_place;
drop trigger team_total_kept on team_total;
drop trigger deposit_stays on deposit;
drop trigger chain_order_append_only on chain_order;
drop trigger reserve_tree_kept on reserve_tree;
drop trigger reserve_node_kept on reserve_node;
drop trigger reserve_leaf_kept on reserve_leaf;

-- contract: unused since these triggers went, in this file.
drop function ledger_refuse_change();
drop function ledger_transaction_keep();
drop function score_keep();
drop function staking_turbo_keep();
drop function bonus_hold_keep();
drop function team_keep();
drop function deposit_refuse_removal();

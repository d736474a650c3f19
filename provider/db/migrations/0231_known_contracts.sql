-- What this database's deposits and payouts belong to. One row, written when the contracts were first looked at and found right; another chain, vault or
-- token is refused at start until the operator says that JuFi moved.
create table known_contracts (
  id boolean primary key default true check (id),
  chain_id bigint not null check (chain_id > 0),
  vault text not null check (vault ~ '^0x[0-9a-fA-F]{40}$'),
  juf text not null check (juf ~ '^0x[0-9a-fA-F]{40}$'),
  usdt text not null check (usdt ~ '^0x[0-9a-fA-F]{40}$'),
  known_since timestamptz(3) not null
);

-- A payout process with a role of its own compares too.
do $$
declare
  role_name name;
begin
  for role_name in
    select r.rolname from pg_proc f, aclexplode(f.proacl) a join pg_roles r on r.oid = a.grantee
     where f.oid = 'chain_order_void(uuid,uuid,timestamptz,text)'::regprocedure and a.privilege_type = 'EXECUTE' and r.rolname <> current_user
  loop
    execute format('grant select on known_contracts to %I', role_name);
  end loop;
end $$;

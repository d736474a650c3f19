-- What is left of the names of an erased member: digests, so that nobody gets a name that somebody may still send to, and nobody can read the name here.
create table erased_name (
  digest bytea primary key check (octet_length(digest) = 32)
);
alter table member add column erased_at timestamptz;

create or replace function member_username_retire() returns trigger language plpgsql as $$
begin
  if exists (
    select from retired_username r
     where r.member_id <> new.id
       and (r.username_key = new.username_key or r.username_shape = new.username_shape or r.username_folded_shape = new.username_folded_shape)
  ) or exists (
    select from erased_name e
     where e.digest in (sha256(convert_to('key:' || new.username_key, 'UTF8')), sha256(convert_to('shape:' || new.username_shape, 'UTF8')),
                        sha256(convert_to('folded:' || new.username_folded_shape, 'UTF8')))
  ) then
    raise exception 'the username % looks like one that another member gave up', new.username
      using errcode = 'unique_violation', constraint = 'retired_username_kept';
  end if;
  if tg_op = 'UPDATE' and old.username <> new.username then
    insert into retired_username (member_id, username, username_key, username_shape, username_folded_shape, retired_at)
      values (old.id, old.username, old.username_key, old.username_shape, old.username_folded_shape, coalesce(new.username_changed_at, now()))
      on conflict on constraint retired_username_once do update set retired_at = excluded.retired_at;
  end if;
  return new;
end $$;

-- A remark is the one thing in the ledger that a member has worded. It may be taken out, and then the hash without it stands here, so that the audit still
-- finds any figure that is changed; ledger_transaction.hash stays what the member was told.
create table erased_remark (
  transaction_id uuid primary key references ledger_transaction (id),
  hash ledger_digest not null,
  erased_at timestamptz(3) not null
);
create trigger erased_remark_append_only before update or delete or truncate on erased_remark for each statement execute function ledger_refuse_change();

create function ledger_transaction_keep() returns trigger language plpgsql as $$
declare
  without_remark ledger_transaction := old;
begin
  without_remark.remark := null;
  if old.remark is null or new is distinct from without_remark or not exists (select from erased_remark r where r.transaction_id = old.id) then
    raise exception '% refused: the ledger only ever grows (%)', tg_op, tg_table_name using errcode = 'insufficient_privilege', constraint = 'ledger_append_only';
  end if;
  return new;
end $$;
drop trigger ledger_transaction_append_only on ledger_transaction;
create trigger ledger_transaction_append_only before delete or truncate on ledger_transaction for each statement execute function ledger_refuse_change();
create trigger ledger_transaction_kept before update on ledger_transaction for each row execute function ledger_transaction_keep();

-- Those that a member wrote with transfers of its own; gives how many. What others wrote to the member is theirs.
create function ledger_erase_remarks(p_member_id uuid, p_at timestamptz) returns bigint language plpgsql as $$
declare
  ids uuid[];
begin
  select coalesce(array_agg(distinct t.id), '{}') into ids
    from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_transaction t on t.id = e.transaction_id
   where a.owner_id = p_member_id and e.kind = 'TRANSFER' and e.amount < 0 and t.remark is not null;
  insert into erased_remark (transaction_id, hash, erased_at)
    select t.id, ledger_hash(t.id, t.kind, t.phase, t.resolves, t.occurred_at, t.chain_hash, null, (
             select string_agg(concat_ws(':', kind, token, owner_id, amount, fee) || ';', '' order by kind, token, owner_id) from (
               select a.kind, a.token, a.owner_id, sum(e.amount) as amount, sum(e.fee) as fee
                 from ledger_entry e join ledger_account a on a.id = e.account_id where e.transaction_id = t.id group by a.kind, a.token, a.owner_id
             ) of_account)), p_at
      from ledger_transaction t where t.id = any (ids);
  update ledger_transaction set remark = null where id = any (ids);
  return cardinality(ids);
end $$;

-- What a member's bonuses add up to, claimed or not. A role earns bonuses up to a share of its price only, so a sale locks its uplines' rows, reads
-- what their roles can still earn, and credits no more than that: two sales at the same moment cannot both be given the same rest.
create table bonus_total (
  member_id uuid primary key references member (id),
  earned ledger_amount not null check (earned >= 0)
);
insert into bonus_total (member_id, earned) select member_id, sum(amount::numeric) from bonus group by member_id;

-- Whoever writes a bonus, it is counted.
create function bonus_count() returns trigger language plpgsql as $$
begin
  insert into bonus_total (member_id, earned)
    select member_id, sum(amount::numeric) from added group by member_id order by member_id
    on conflict (member_id) do update set earned = bonus_total.earned::numeric + excluded.earned::numeric;
  return null;
end $$;
create trigger bonus_counted after insert on bonus referencing new table as added for each statement execute function bonus_count();

-- Nothing else changes a total: a row may be made empty, and locked by an update that changes nothing.
create function bonus_total_keep() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' and (pg_trigger_depth() > 1 or (tg_op = 'INSERT' and new.earned = 0) or (tg_op = 'UPDATE' and new = old)) then
    return new;
  end if;
  raise exception '% refused: a total is what bonuses add up to', tg_op using errcode = 'insufficient_privilege', constraint = 'bonus_total_kept';
end $$;
create trigger bonus_total_kept before insert or update or delete on bonus_total for each row execute function bonus_total_keep();

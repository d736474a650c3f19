-- A referrer that a member named after joining. The member can undo it until it is final; the bonuses it brings are held until then. A referral that came with
-- the first sign-in has no row here: it was final from the start.
create table referral_binding (
  id uuid primary key,
  member_id uuid not null references member (id),
  referrer_id uuid not null references member (id),
  bound_at timestamptz(3) not null,
  final_at timestamptz(3) not null,
  -- Set by the first claim of a bonus that the binding brought. This and undone_at are decided on one row, so no two clocks can both claim and undo.
  settled_at timestamptz(3),
  undone_at timestamptz(3),
  check (member_id <> referrer_id),
  check (final_at > bound_at),
  check (settled_at >= final_at),
  check (undone_at < final_at),
  check (settled_at is null or undone_at is null)
);
create unique index referral_binding_of_member on referral_binding (member_id) where undone_at is null;
create index referral_binding_recent on referral_binding (member_id, bound_at);

create function referral_binding_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.settled_at is null and old.undone_at is null
       and (new.id, new.member_id, new.referrer_id, new.bound_at, new.final_at)
         = (old.id, old.member_id, old.referrer_id, old.bound_at, old.final_at) then
      return new;
    end if;
  end if;
  raise exception '% refused: a binding ends once, and is kept', tg_op using errcode = 'insufficient_privilege', constraint = 'referral_binding_kept';
end $$;
create trigger referral_binding_kept before update or delete on referral_binding for each row execute function referral_binding_keep();

-- The latest final_at of the bindings that a bonus came by; null where all of them were final when it was earned. Only then does the member have it: it is
-- listed and filtered by that time.
alter table bonus add column held_until timestamptz(3) check (held_until >= created_at);
drop index bonus_of_member;
create index bonus_of_member on bonus (member_id, (coalesce(held_until, created_at)) desc, id desc);

-- Undoing any of these bindings cancels the bonus: what the sale put into the bonus pool for it is then promised to nobody.
create table bonus_hold (
  bonus_id uuid not null references bonus (id),
  binding_id uuid not null references referral_binding (id),
  primary key (bonus_id, binding_id)
);
create index bonus_hold_binding on bonus_hold (binding_id);

create function bonus_hold_keep() returns trigger language plpgsql as $$
begin
  raise exception '% refused: what holds a bonus is kept', tg_op using errcode = 'insufficient_privilege', constraint = 'bonus_hold_kept';
end $$;
create trigger bonus_hold_kept before update or delete on bonus_hold for each row execute function bonus_hold_keep();

create or replace function bonus_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.claim_id is null and new.claim_id is not null and new.held_until is not distinct from old.held_until
       and (new.id, new.sale_id, new.member_id, new.kind, new.level, new.rate, new.amount, new.created_at)
         = (old.id, old.sale_id, old.member_id, old.kind, old.level, old.rate, old.amount, old.created_at) then
      return new;
    end if;
  end if;
  raise exception '% refused: bonuses are kept as they were earned', tg_op using errcode = 'insufficient_privilege', constraint = 'bonus_kept';
end $$;

create function bonus_claim_final() returns trigger language plpgsql as $$
begin
  if exists (select from bonus b join bonus_hold h on h.bonus_id = b.id join referral_binding r on r.id = h.binding_id
              where b.claim_id = new.transaction_id and r.settled_at is null) then
    raise exception 'a bonus is claimed only once the bindings it came by are settled' using errcode = 'check_violation', constraint = 'bonus_claim_final';
  end if;
  return null;
end $$;
create constraint trigger bonus_claim_final after insert on bonus_claim deferrable initially deferred for each row execute function bonus_claim_final();

-- What is cancelled no longer counts against what its members' roles can earn (bonus_total). Undoing takes turns (an advisory lock of the application's) and waits
-- for the sales that hold a share of the binding, so every bonus is subtracted once.
create function referral_binding_uncount() returns trigger language plpgsql as $$
begin
  perform from bonus_total t
    where t.member_id in (select b.member_id from bonus b join bonus_hold h on h.bonus_id = b.id where h.binding_id = new.id)
    order by t.member_id for no key update;
  update bonus_total t set earned = t.earned::numeric - cancelled.amount
    from (
      select b.member_id, sum(b.amount::numeric) as amount from bonus b join bonus_hold h on h.bonus_id = b.id
       where h.binding_id = new.id and not exists (
         select from bonus_hold other join referral_binding r on r.id = other.binding_id
          where other.bonus_id = b.id and r.id <> new.id and r.undone_at is not null)
       group by b.member_id
    ) cancelled where cancelled.member_id = t.member_id;
  return null;
end $$;
create trigger referral_binding_uncounted after update on referral_binding for each row
  when (old.undone_at is null and new.undone_at is not null) execute function referral_binding_uncount();

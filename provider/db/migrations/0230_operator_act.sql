-- Every act of the operator's tool: written down before it is done, so that one that was cut off is known too.
create table operator_act (
  id uuid primary key,
  at timestamptz(3) not null,
  -- Of the operating system, and as the operator calls itself (OPERATOR_NAME).
  os_user text not null,
  operator text,
  command text not null,
  -- What was typed after the command's name.
  operands jsonb not null,
  options jsonb not null,
  why text,
  outcome text check (outcome in ('DONE', 'FAILED')),
  ended_at timestamptz(3),
  constraint operator_act_ended check ((outcome is null) = (ended_at is null))
);
create index operator_act_newest on operator_act (at desc, id desc);

-- It ends once. What was typed may lose what an erased member was called by, and nothing else changes.
create function operator_act_keep() returns trigger language plpgsql as $$
begin
  if (old.id, old.at, old.os_user, old.operator, old.command) is distinct from (new.id, new.at, new.os_user, new.operator, new.command)
     or (old.outcome is not null and (old.outcome, old.ended_at) is distinct from (new.outcome, new.ended_at)) then
    raise exception 'an act stays as it was written down' using errcode = 'insufficient_privilege', constraint = 'operator_act_kept';
  end if;
  return new;
end $$;
create trigger operator_act_kept before update on operator_act for each row execute function operator_act_keep();

create function operator_act_refuse_removal() returns trigger language plpgsql as $$
begin
  raise exception 'acts are kept' using errcode = 'insufficient_privilege', constraint = 'operator_act_removed';
end $$;
create trigger operator_act_stays before delete or truncate on operator_act for each statement execute function operator_act_refuse_removal();

-- As with an act, the names of an erased member may be removed from what was shown and why; only the tables' owner can.
create or replace function proposal_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.proposed_by := session_user;
    new.approved_by := null;
    new.approved_at := null;
    return new;
  end if;
  if tg_op = 'UPDATE' and (old.says, old.why) is distinct from (new.says, new.why)
     and (old.id, old.command, old.operands, old.options, old.about, old.proposed_by, old.proposed_at, old.approved_by, old.approved_at)
          is not distinct from (new.id, new.command, new.operands, new.options, new.about, new.proposed_by, new.proposed_at, new.approved_by, new.approved_at) then
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

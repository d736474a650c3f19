-- As before, but a member's names may go from the texts of a proposal, as they go from acts. What an approval carries out
-- stands in its operands and options, and one whose text was changed is refused, because it is compared with a plan made anew.
create or replace function proposal_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.proposed_by := session_user;
    new.approved_by := null;
    new.approved_at := null;
    return new;
  end if;
  if tg_op = 'UPDATE'
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

-- The order of a member's points: the balance always rises, so no two entries share one.
create unique index score_entry_balance on score_entry (member_id, balance_after);

-- One claim a member and UTC day; `streak` is how many days in a row it makes.
create table score_claim (
  member_id uuid not null references member (id),
  day date not null,
  entry_id uuid not null unique references score_entry (id),
  streak integer not null check (streak > 0),
  primary key (member_id, day)
);

create function score_keep() returns trigger language plpgsql as $$
begin
  raise exception '% refused: points are kept as they were given', tg_op using errcode = 'insufficient_privilege', constraint = 'score_kept';
end $$;
create trigger score_entry_kept before update or delete or truncate on score_entry for each statement execute function score_keep();
create trigger score_claim_kept before update or delete or truncate on score_claim for each statement execute function score_keep();

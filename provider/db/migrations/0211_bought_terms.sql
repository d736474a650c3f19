-- What was bought keeps the terms it was bought at. Roles and points refer to the version, null for those from before there were versions: they are of the
-- first. The default is for processes of the version before, which do not say it.
create function terms_number() returns integer language sql volatile as $$ select number from terms_to_deal_by() $$;

alter table member_role add column terms_number integer references terms (number);
alter table member_role alter column terms_number set default terms_number();
alter table score_entry add column terms_number integer references terms (number);
alter table score_entry alter column terms_number set default terms_number();

-- The defaults are what the source said until now.
alter table insurance
  add column no_cancel_days integer not null default 7 check (no_cancel_days > 0),
  add column settlement_short_hours integer not null default 24 check (settlement_short_hours > 0),
  add column settlement_long_hours integer not null default 168 check (settlement_long_hours > 0);

-- What purchases of each version refer to, spread out so that it can be joined; written with the version, and by nothing else.
create table terms_role (
  terms_number integer not null references terms (number),
  code text not null,
  -- As the document has it.
  terms jsonb not null,
  power numeric not null check (power >= 0),
  bonus_cap_rate numeric not null check (bonus_cap_rate >= 0),
  primary key (terms_number, code)
);
create table terms_points (
  terms_number integer primary key references terms (number),
  points_per_power numeric not null check (points_per_power > 0),
  max_from_score numeric not null check (max_from_score >= 0)
);

create function terms_spread() returns trigger language plpgsql as $$
begin
  insert into terms_role
    select new.number, role ->> 'code', role, (role ->> 'rank')::numeric * (new.document -> 'power' ->> 'perRoleRank')::numeric,
           (new.document -> 'bonuses' ->> 'capRate')::numeric
      from jsonb_array_elements(new.document -> 'roles') role;
  insert into terms_points
    values (new.number, (new.document -> 'power' ->> 'pointsPerPower')::numeric, (new.document -> 'power' ->> 'maxFromScore')::numeric);
  return null;
end $$;
create trigger terms_spread after insert on terms for each row execute function terms_spread();
create trigger terms_role_kept before update or delete or truncate on terms_role for each statement execute function terms_keep();
create trigger terms_points_kept before update or delete or truncate on terms_points for each statement execute function terms_keep();

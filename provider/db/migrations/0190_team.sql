-- Who stands in whose team, three levels deep, and what each level adds up to. Both follow from member and referral_sale; they are kept because a team
-- of thousands can't be walked and summed for each page that is shown of it.
create table team_place (
  ancestor_id uuid not null references member (id),
  member_id uuid not null references member (id),
  level smallint not null check (level between 1 and 3),
  -- When the last tie between the two was made: a branch comes in as a whole, newest first.
  entered_at timestamptz not null,
  primary key (member_id, ancestor_id)
);
create index team_place_of_level on team_place (ancestor_id, level, entered_at desc, member_id desc);

-- Level 0 is the member itself, of whom only the volume counts.
create table team_total (
  member_id uuid not null references member (id),
  level smallint not null check (level between 0 and 3),
  members bigint not null default 0 check (members >= 0),
  volume numeric not null default 0 check (volume >= 0),
  primary key (member_id, level)
);

insert into team_place (ancestor_id, member_id, level, entered_at)
  with recursive place as (
    select referrer_id as ancestor_id, id as member_id, 1 as level, referred_at as entered_at from member where referrer_id is not null
    union all
    select above.referrer_id, place.member_id, place.level + 1, greatest(place.entered_at, above.referred_at)
      from place join member above on above.id = place.ancestor_id where above.referrer_id is not null and place.level < 3
  )
  select ancestor_id, member_id, level, entered_at from place;
insert into team_total (member_id, level, volume) select buyer_id, 0, sum(base::numeric) from referral_sale group by buyer_id;
insert into team_total (member_id, level, members, volume)
  select place.ancestor_id, place.level, count(*), coalesce(sum(own.volume), 0)
    from team_place place left join team_total own on own.member_id = place.member_id and own.level = 0
   group by place.ancestor_id, place.level;

-- A branch that moves needs the whole of it to stand still; newcomers and sales only need that nothing moves meanwhile.
create function team_lock_moves() returns void language sql as $$ select pg_advisory_xact_lock(hashtext('team')) $$;
create function team_lock_still() returns void language sql as $$ select pg_advisory_xact_lock_shared(hashtext('team')) $$;

create function team_leave(mover uuid) returns void language sql as $$
  with branch as (
    select mover as id union all select member_id from team_place where ancestor_id = mover
  ), gone as (
    delete from team_place place using branch, team_place above
     where above.member_id = mover and place.ancestor_id = above.ancestor_id and place.member_id = branch.id
    returning place.ancestor_id, place.level, place.member_id
  ), counted as (
    select gone.ancestor_id, gone.level, count(*) as members, coalesce(sum(own.volume), 0) as volume
      from gone left join team_total own on own.member_id = gone.member_id and own.level = 0
     group by gone.ancestor_id, gone.level
  )
  update team_total total set members = total.members - counted.members, volume = total.volume - counted.volume
    from counted where total.member_id = counted.ancestor_id and total.level = counted.level
$$;

create function team_enter(mover uuid, referrer uuid, at timestamptz) returns void language sql as $$
  with above as (
    select referrer as id, 1 as level, at as entered_at
    union all
    select ancestor_id, level + 1, greatest(entered_at, at) from team_place where member_id = referrer
  ), branch as (
    select mover as id, 0 as level, at as entered_at
    union all
    select member_id, level, entered_at from team_place where ancestor_id = mover
  ), entered as (
    insert into team_place (ancestor_id, member_id, level, entered_at)
      select above.id, branch.id, above.level + branch.level, greatest(above.entered_at, branch.entered_at)
        from above cross join branch where above.level + branch.level <= 3
    returning ancestor_id, level, member_id
  )
  insert into team_total (member_id, level, members, volume)
    select entered.ancestor_id, entered.level, count(*), coalesce(sum(own.volume), 0)
      from entered left join team_total own on own.member_id = entered.member_id and own.level = 0
     group by entered.ancestor_id, entered.level order by entered.ancestor_id, entered.level
    on conflict (member_id, level) do update
      set members = team_total.members + excluded.members, volume = team_total.volume + excluded.volume
$$;

create function team_follow() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.referrer_id is not distinct from old.referrer_id and new.referred_at is not distinct from old.referred_at then
      return null;
    end if;
    perform team_lock_moves();
    perform team_leave(new.id);
  elsif new.referrer_id is not null then
    perform team_lock_still();
  end if;
  if new.referrer_id is not null then
    perform team_enter(new.id, new.referrer_id, new.referred_at);
  end if;
  return null;
end $$;
create trigger team_followed after insert or update of referrer_id, referred_at on member for each row execute function team_follow();

create function team_sale() returns trigger language plpgsql as $$
begin
  perform team_lock_still();
  insert into team_total (member_id, level, volume)
    select place.id, place.level, new.base::numeric
      from (select new.buyer_id as id, 0 as level union all select ancestor_id, level from team_place where member_id = new.buyer_id) place
     order by place.id, place.level
    on conflict (member_id, level) do update set volume = team_total.volume + excluded.volume;
  return null;
end $$;
create trigger team_sold after insert on referral_sale for each row execute function team_sale();

-- Nothing else changes either: they are what members and sales add up to.
create function team_keep() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() > 1 then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  raise exception '% refused: a team is what its members add up to', tg_op using errcode = 'insufficient_privilege', constraint = 'team_kept';
end $$;
create trigger team_place_kept before insert or update or delete on team_place for each row execute function team_keep();
create trigger team_total_kept before insert or update or delete on team_total for each row execute function team_keep();

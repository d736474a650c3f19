-- A username that was given up stays its member's: whoever still knows that name must not reach somebody else by it. What it could be mistaken for stays
-- taken with it.
create table retired_username (
  id bigint generated always as identity primary key,
  member_id uuid not null references member (id),
  username text not null,
  username_key text not null,
  username_shape text not null,
  username_folded_shape text not null,
  retired_at timestamptz not null,
  constraint retired_username_once unique (member_id, username)
);
create index retired_username_key on retired_username (username_key);
create index retired_username_shape on retired_username (username_shape);
create index retired_username_folded_shape on retired_username (username_folded_shape);

-- Null until the member first chooses a name: the generated one is exchanged without a wait.
alter table member add column username_changed_at timestamptz;

-- In the database, so that no code and no operator's statement can free a name by forgetting to retire it.
create function member_username_retire() returns trigger language plpgsql as $$
begin
  if exists (
    select from retired_username r
     where r.member_id <> new.id
       and (r.username_key = new.username_key or r.username_shape = new.username_shape or r.username_folded_shape = new.username_folded_shape)
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
create trigger member_username_retire before insert or update of username, username_key, username_shape, username_folded_shape on member
  for each row execute function member_username_retire();

-- What a uid looks like (its UTS 39 skeleton in small letters; of the characters a uid has, only these three look like others), so that neither a uid
-- nor a username can be taken for another member's uid.
alter table member_uid add column shape text not null generated always as (replace(translate(uid, '01', 'ol'), 'm', 'rn')) stored;
create index member_uid_shape on member_uid (shape);

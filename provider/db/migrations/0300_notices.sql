-- How far a member has read what happened. What happened isn't kept here: it is read from what it happened to.
create table notice_seen (
  member_id uuid primary key references member (id),
  seen_at timestamptz(3) not null
);

-- Since when an announcement has been pinned: one may be published first and pinned weeks later.
alter table announcement add column pinned_at timestamptz;
update announcement set pinned_at = published_at where pinned;

create function announcement_note_pinning() returns trigger language plpgsql as $$
begin
  if not new.pinned then
    new.pinned_at := null;
  elsif tg_op = 'INSERT' then
    new.pinned_at := new.published_at;
  elsif not old.pinned or old.withdrawn_at is not null and new.withdrawn_at is null then
    new.pinned_at := greatest(new.published_at, new.updated_at);
  end if;
  return new;
end $$;
create trigger announcement_pinning before insert or update on announcement for each row execute function announcement_note_pinning();
create index announcement_pinned on announcement (pinned_at) where pinned and withdrawn_at is null;

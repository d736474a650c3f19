-- Whom members looked up within the last day, so that nobody can read out who is a member, and with which address. Counted over all processes; unlogged,
-- because a crash may forget it.
create unlogged table look_up (
  member_id uuid not null,
  -- A member who was found, or a name that was tried: the hash of either.
  kind text not null check (kind in ('MEMBER', 'NAME')),
  subject bytea not null check (octet_length(subject) = 32),
  client text not null,
  looked_up_at timestamptz(3) not null,
  primary key (member_id, kind, subject)
);
create index look_up_client on look_up (client, looked_up_at);
create index look_up_time on look_up (looked_up_at);

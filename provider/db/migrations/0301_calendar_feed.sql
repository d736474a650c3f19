-- The secret address under which a calendar follows a member's dates. One a member; only its digest is kept, so the database gives nobody the address.
create table calendar_feed (
  member_id uuid primary key references member (id),
  secret_hash bytea not null unique check (octet_length(secret_hash) = 32),
  language text not null,
  created_at timestamptz(3) not null
);

-- How long a list was when its first page was shown to a session, so that its later pages pass over what has arrived since. A crash may forget it.
create unlogged table list_page (
  token_hash bytea not null check (octet_length(token_hash) = 32),
  -- Of the call and its filters.
  list bytea not null check (octet_length(list) = 32),
  total bigint not null check (total >= 0),
  at timestamptz(3) not null,
  primary key (token_hash, list)
);
create index list_page_age on list_page (at);

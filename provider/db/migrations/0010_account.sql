create table member (
  id uuid primary key,
  uid text not null unique check (uid ~ '^[a-z0-9]{6,12}$'),
  username text not null check (char_length(username) between 3 and 20),
  -- What two usernames may not share, though they be written differently.
  username_key text not null unique,
  address text not null unique check (address ~ '^0x[0-9a-fA-F]{40}$'),
  avatar text,
  referral_code text not null unique check (referral_code ~ '^[A-Z0-9]{8}$'),
  referrer_id uuid references member (id),
  referred_at timestamptz,
  language text not null check (language in ('en', 'zh', 'tw', 'id', 'vn', 'th', 'kr', 'jp', 'it', 'de')),
  created_at timestamptz not null,
  blocked_at timestamptz,
  check (referrer_id <> id),
  check ((referrer_id is null) = (referred_at is null))
);
create index member_referrer on member (referrer_id) where referrer_id is not null;

-- Every uid ever held, so that an old one is never given to another member.
create table member_uid (
  uid text primary key check (uid ~ '^[a-z0-9]{6,12}$'),
  member_id uuid not null references member (id),
  taken_at timestamptz not null
);
create index member_uid_member on member_uid (member_id, taken_at);

create table sign_in_nonce (
  nonce_hash bytea primary key check (octet_length(nonce_hash) = 32),
  address text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index sign_in_nonce_expiry on sign_in_nonce (expires_at);

create table session (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  member_id uuid not null references member (id),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  idle_until timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session_member on session (member_id);
create index session_expiry on session (expires_at);

-- Roles and points are kept as history, so that what they were at any moment can be told (a poll counts them when it opened).
create table member_role (
  id uuid primary key,
  member_id uuid not null references member (id),
  role_code text not null,
  source text not null check (source in ('GRANTED', 'PURCHASED', 'CODE')),
  paid_usdt_base_units numeric(78, 0) not null check (paid_usdt_base_units >= 0),
  since timestamptz not null,
  check (source = 'PURCHASED' or paid_usdt_base_units = 0)
);
create index member_role_member on member_role (member_id, since);

create table score_entry (
  id uuid primary key,
  member_id uuid not null references member (id),
  kind text not null check (kind in ('PURCHASE', 'CLAIM', 'PRIVILEGE', 'CODE')),
  points bigint not null check (points > 0),
  balance_after bigint not null check (balance_after >= points),
  created_at timestamptz not null
);
create index score_entry_member on score_entry (member_id, created_at);

-- Counts of the last minute, shared by all processes. Unlogged: a crash may forget them, and no write waits for the disk.
create unlogged table attempt (
  kind text not null,
  subject text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (kind, subject, window_start)
);
create index attempt_window on attempt (window_start);

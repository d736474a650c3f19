-- Browsers that a member wants to be told on. The address belongs to the browser's push service and is as good as a secret.
create table push_subscription (
  id uuid primary key,
  member_id uuid not null references member (id),
  endpoint text not null check (length(endpoint) <= 1000),
  endpoint_hash bytea not null unique check (octet_length(endpoint_hash) = 32),
  p256dh text not null,
  auth text not null,
  -- Of the operator, for which the browser subscribed: another one's messages it would not be given.
  public_key text not null,
  language text not null,
  shows_amounts boolean not null,
  -- The session with which it ends; null if it outlives it.
  session_hash bytea check (octet_length(session_hash) = 32),
  created_at timestamptz(3) not null,
  -- Up to when what happened was looked through.
  told_until timestamptz(3) not null
);
create index push_subscription_member on push_subscription (member_id, created_at);

-- What a browser is to be told, once. A row stays for a while after it was sent, so that nothing is told twice.
create table push_message (
  id uuid primary key,
  subscription_id uuid not null references push_subscription (id) on delete cascade,
  kind text not null,
  source text not null,
  payload text not null,
  created_at timestamptz(3) not null,
  attempts integer not null default 0,
  -- When it is tried next; null once it was sent or given up.
  due_at timestamptz(3),
  constraint push_message_once unique (subscription_id, kind, source)
);
create index push_message_due on push_message (due_at) where due_at is not null;
create index push_message_age on push_message (created_at);

-- Nonces of signed intents that were acted upon: each is worth one answer. Kept until the deadline that was signed with it has passed; after that
-- the deadline alone refuses it.
create table used_intent (
  member_id uuid not null references member (id),
  nonce bytea not null check (octet_length(nonce) = 32),
  deadline timestamptz(3) not null,
  primary key (member_id, nonce)
);
create index used_intent_deadline on used_intent (deadline);

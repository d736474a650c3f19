-- The first answer to each Idempotency-Key of a member. Written in the transaction that moved the value, or not at all.
create table idempotent_answer (
  member_id uuid not null references member (id),
  key uuid not null,
  -- Of the call and its input: the same key may not stand for anything else.
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  status smallint not null check (status = 200 or status between 400 and 499),
  -- json, not jsonb: what is given again is what was given, in its order.
  answer json not null,
  at timestamptz(3) not null,
  primary key (member_id, key)
);
create index idempotent_answer_age on idempotent_answer (at);

-- Whoever comes with a key that is being worked on waits here until that transaction has ended, in whatever process it runs, and then reads its
-- answer: inside a function each statement sees what was committed before it began. Two keys may share a lock by chance; that costs a wait.
create function idempotent_begin(p_member_id uuid, p_key uuid, p_answered_after timestamptz) returns setof idempotent_answer language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_member_id::text || p_key::text, 7310210001));
  return query select * from idempotent_answer a where a.member_id = p_member_id and a.key = p_key and a.at > p_answered_after;
end $$;

-- What members spent or locked within the last day without their wallet's signature, in millionths of a US dollar at the
-- prices of that moment. Rows are deleted once no sum counts them.
create table unsigned_order (
  id uuid primary key,
  member_id uuid not null references member (id),
  at timestamptz(3) not null,
  usd ledger_amount not null check (usd >= 0)
);
create index unsigned_order_of_member on unsigned_order (member_id, at);
create index unsigned_order_age on unsigned_order (at);

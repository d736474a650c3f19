-- What each comparison of vault and books found, so that its age and its outcome can be watched and the last sound figures be shown.
create table solvency_run (
  id uuid primary key,
  at timestamptz(3) not null,
  -- As of which block.
  block_number bigint not null check (block_number >= 0),
  block_hash ledger_digest not null,
  sound boolean not null,
  -- Of the first break.
  code text,
  -- For each token, in whole tokens: what the vault holds and to whom it is owed.
  figures jsonb not null,
  constraint solvency_run_break check (sound = (code is null))
);
create index solvency_run_at on solvency_run (at desc);

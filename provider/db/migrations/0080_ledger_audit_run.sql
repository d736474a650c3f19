-- What each audit of the ledger found, so that its age and its outcome can be watched.
create table ledger_audit_run (
  id uuid primary key,
  at timestamptz(3) not null,
  sound boolean not null,
  -- Of the first break.
  code text,
  constraint ledger_audit_run_break check (sound = (code is null))
);
create index ledger_audit_run_at on ledger_audit_run (at desc);

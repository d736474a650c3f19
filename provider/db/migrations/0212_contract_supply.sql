-- What JUF's contract says, as of the last block that books and chain were compared at. Null until then.
alter table treasury_supply
  -- Minted by others than by the orders of JuFi: before sales began, or past the books.
  add column elsewhere_juf ledger_amount check (elsewhere_juf >= 0),
  add column contract_cap_juf ledger_amount check (contract_cap_juf >= 0);

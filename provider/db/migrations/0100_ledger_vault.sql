-- The outside world's account at the vault: what it is below zero lies there on the chain. Deposits are taken from it, payouts given to it.
-- A value of an enum can be used only once the transaction that added it has ended, so its accounts follow in the next file.
alter type ledger_account_kind add value 'VAULT' after 'OUTSIDE_WORLD';

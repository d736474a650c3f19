-- numeric(78, 0) rounds 1.6 to 2 without a word; the ledger's own type refuses it.
alter table member_role alter column paid_usdt_base_units type ledger_amount;
alter table poll_vote alter column power type ledger_amount;

-- What compares with the ledger is checked by the statement that writes it, which posts first and writes its own row then:
-- what breaks a rule is named where it is broken, not at COMMIT. Still deferred are ledger_transaction_complete and
-- ledger_transaction_resolves, since a transaction's header comes before its entries, and, until no process of the version
-- before runs any more, which writes rows first: insurance_covered, chain_order_true (of burns), and the foreign keys of bonus.claim_id and
-- insurance.purchase_id.
drop trigger role_privilege_covered on role_privilege;
create trigger role_privilege_covered after insert or update on role_privilege for each row execute function role_privilege_covered();
drop trigger activation_code_covered on activation_code;
create trigger activation_code_covered after insert or update on activation_code for each row execute function activation_code_covered();
drop trigger treasury_purchase_covered on treasury_purchase;
create trigger treasury_purchase_covered after insert or update on treasury_purchase for each row execute function treasury_purchase_covered();
drop trigger bonus_covered on bonus;
create trigger bonus_covered after insert on bonus for each row execute function bonus_covered();
drop trigger bonus_claim_paid on bonus_claim;
create trigger bonus_claim_paid after insert on bonus_claim for each row execute function bonus_claim_paid();
drop trigger bonus_claim_final on bonus_claim;
create trigger bonus_claim_final after insert on bonus_claim for each row execute function bonus_claim_final();

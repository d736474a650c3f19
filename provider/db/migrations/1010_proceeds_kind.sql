-- What the business takes out of the vault is an order like any other. A value of an enumeration can't be used in the
-- transaction that adds it, so the rules follow in the next migration.
alter type chain_order_kind add value 'PROCEEDS';

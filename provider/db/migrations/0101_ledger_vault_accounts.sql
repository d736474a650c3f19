insert into ledger_account (kind, token, shard)
select 'VAULT', token, shard from unnest(enum_range(null::ledger_token)) token, generate_series(0, 31) shard order by token, shard;

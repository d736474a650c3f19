-- wallet_transfer_once() with the answer as JSON that is valid before and after. wallet_transfer_once() stays for
-- processes of the version before.
create function wallet_transfer(
  p_member_id uuid, p_key uuid, p_fingerprint bytea, p_now timestamptz, p_nonce bytea, p_deadline timestamptz, p_answer jsonb,
  p_token ledger_token, p_unit numeric,
  p_id uuid, p_kind ledger_kind, p_phase ledger_phase, p_resolves uuid, p_occurred_at timestamptz, p_remark text, p_chain_hash bytea,
  p_kinds ledger_account_kind[], p_tokens ledger_token[], p_owners uuid[], p_amounts numeric[], p_fees numeric[]
) returns json language plpgsql as $$
declare
  posted record;
  given json;
begin
  perform pg_advisory_xact_lock(idempotent_lock_key(p_member_id, p_key));
  if exists (select from idempotent_answer a where a.member_id = p_member_id and a.key = p_key) then return null; end if;
  insert into used_intent (member_id, nonce, deadline) values (p_member_id, p_nonce, p_deadline) on conflict do nothing;
  if not found then return null; end if;
  posted := ledger_post(p_id, p_kind, p_phase, p_resolves, p_occurred_at, p_remark, p_chain_hash, p_kinds, p_tokens, p_owners, p_amounts, p_fees);
  if posted.outcome <> 'POSTED' then raise exception 'the ledger refused: %', posted.outcome using errcode = 'JF001'; end if;
  insert into idempotent_answer (member_id, key, fingerprint, status, at, answer)
  select p_member_id, p_key, p_fingerprint, 200, p_now, jsonb_set(p_answer, '{transaction}', p_answer -> 'transaction' || jsonb_build_object(
           'hash', '0x' || encode(posted.posted_hash, 'hex'),
           'status', 'POSTED',
           'createdAt', to_char(a.last_entry_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'balanceAfter', trim_scale(a.balance * p_unit)::text))
    from ledger_account a
   -- We have held its lock since the posting, so these are the posting's figures.
   where a.owner_id = p_member_id and a.kind = 'AVAILABLE' and a.token = p_token and a.shard = 0
  returning answer into given;
  return given;
end $$;

-- As for ledger_post().
alter function wallet_transfer set enable_seqscan to off;
alter function wallet_transfer set plan_cache_mode to force_generic_plan;

-- contract: nothing has called it since wallet_transfer_once(); databases that began with the baseline never had it.
drop function if exists wallet_post_once;

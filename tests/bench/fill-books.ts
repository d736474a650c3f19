import type { Pool, PoolClient } from 'pg';

export interface Books {
  members: number;
  /** At least two for each member's deposit. */
  entries: number;
}

const DEPOSIT_BASE_UNITS = 1_000_000_000_000n;
const FEE_BASE_UNITS = 10_000n;

/** Id of a member by number, from 1. */
export const numberedMember = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/**
 * Members with a deposit each, and transfers among them over the last year, as the ledger would have written them: in the order of their times, with hashes
 * and balances that the audit proves. A few members have far more than most. Written in bulk, without the ledger's triggers: the role must be a superuser.
 */
export async function fillBooks(pool: Pool, { members, entries }: Books): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set session_replication_role = replica; set work_mem = '512MB'; set synchronous_commit = off");
    await fillMembers(client, members);
    await draft(client, members, Math.max(0, Math.floor((entries - 2 * members) / 3)));
    await enter(client);
  } finally {
    // The connection ends with its settings.
    client.release(true);
  }
}

async function fillMembers(client: PoolClient, members: number): Promise<void> {
  const id = `('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`;
  const uid = `substr(md5(n::text), 1, 6) || lpad(to_hex(n), 6, '0')`;
  await client.query(
    `insert into member (id, uid, username, username_key, username_shape, username_folded_shape, address, referral_code, language, created_at)
     select ${id}, uid, name, name, name, name, '0x' || md5('a' || n) || substr(md5('b' || n), 1, 8),
            upper(substr(md5(n::text), 1, 2) || lpad(to_hex(n), 6, '0')), 'en', now() - interval '1 year'
       from (select n, ${uid} as uid, 'ju-' || ${uid} as name from generate_series(1, $1) n) named`,
    [members],
  );
  await client.query('insert into member_uid (uid, member_id, taken_at) select uid, id, created_at from member');
  await client.query(
    `insert into ledger_account (kind, token, owner_id)
     select kind, token, ${id} from generate_series(1, $1) n, unnest('{AVAILABLE,LOCKED}'::ledger_account_kind[]) kind, unnest(enum_range(null::ledger_token)) token`,
    [members],
  );
  await client.query('analyze member, ledger_account');
}

/** The transactions: deposits in the first thousandth of the year, transfers in the rest. */
async function draft(client: PoolClient, members: number, transfers: number): Promise<void> {
  // Squared, so that the first members are drawn more often.
  const drawn = (seed: number): string =>
    `1 + floor(power((hashint8extended(n, ${seed}) & 2147483647) / 2147483648.0, 2) * ${members})::bigint`;
  await client.query(`
    create temporary table moved as
    select n, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid as id,
           at, sender, case when receiver = sender then 1 + receiver % ${members} else receiver end as receiver, amount
      from (
        select n, date_trunc('milliseconds', now() - interval '366 days' + interval '1 day' * n / ${members}) as at, 0::bigint as sender, n as receiver,
               ${DEPOSIT_BASE_UNITS}::bigint as amount
          from generate_series(1, ${members}::bigint) n
        union all
        select ${members} + n, date_trunc('milliseconds', now() - interval '365 days' + interval '365 days' * n / ${transfers + 1}),
               ${drawn(1)}, ${drawn(2)}, 1000000 + (hashint8extended(n, 3) & 8388607)
          from generate_series(1, ${transfers}::bigint) n
      ) drawn`);
  await client.query(`
    create temporary table book as
    select a.id, a.kind, a.token, a.owner_id, a.shard, case when a.kind = 'AVAILABLE' then right(a.owner_id::text, 12)::bigint end as member
      from ledger_account a where a.token = 'USDT' and a.kind in ('AVAILABLE', 'FEES', 'OUTSIDE_WORLD')`);
  await client.query('analyze moved, book');
}

async function enter(client: PoolClient): Promise<void> {
  const items = `string_agg(concat_ws(':', kind, 'USDT', owner_id, amount, fee) || ';', '' order by kind, owner_id)`;
  const isDeposit = 'm.sender = 0';
  // One part for each side, so that each is joined by what its account is found by.
  await client.query(`
    create temporary table line as
    select m.n, m.id, m.at, 1 as ordinal, b.id as account_id, b.kind, b.owner_id,
           case when ${isDeposit} then m.amount else -m.amount - ${FEE_BASE_UNITS} end as amount, case when ${isDeposit} then 0 else ${FEE_BASE_UNITS} end as fee
      from moved m join book b on b.member = case when ${isDeposit} then m.receiver else m.sender end
    union all
    select m.n, m.id, m.at, 2, b.id, b.kind, b.owner_id, m.amount, 0 from moved m join book b on b.member = m.receiver where not ${isDeposit}
    union all
    select m.n, m.id, m.at, 2, b.id, b.kind, b.owner_id, -m.amount, 0 from moved m join book b on b.kind = 'OUTSIDE_WORLD' and b.shard = m.n % 32 where ${isDeposit}
    union all
    select m.n, m.id, m.at, 3, b.id, b.kind, b.owner_id, ${FEE_BASE_UNITS}, 0 from moved m join book b on b.kind = 'FEES' and b.shard = m.n % 32 where not ${isDeposit}`);
  await client.query('analyze line');
  await client.query(`
    insert into ledger_transaction (id, kind, entry_count, occurred_at, recorded_at, hash)
    select id, kind, entries, at, at, ledger_hash(id, kind, 'SINGLE', null, at, null, null, items) from (
      select n, id, at, case when count(*) = 2 then 'DEPOSIT' else 'TRANSFER' end::ledger_kind as kind, count(*)::smallint as entries, ${items} as items
        from line group by n, id, at
    ) gathered order by n`);
  await client.query(`
    insert into ledger_entry (transaction_id, ordinal, account_id, token, kind, amount, fee, balance_after, seq, created_at)
    select id, ordinal, account_id, 'USDT', case when entries = 2 then 'DEPOSIT' else 'TRANSFER' end::ledger_kind, amount, fee, balance_after, seq, at from (
      select n, id, at, ordinal, account_id, amount, fee, count(*) over (partition by n) as entries,
             sum(amount) over each as balance_after, row_number() over each as seq
        from line window each as (partition by account_id order by n)
    ) counted order by n, ordinal`);
  await client.query(`
    update ledger_account a set balance = e.balance, entry_count = e.entries, last_entry_at = e.last_at
      from (select account_id, sum(amount) as balance, count(*) as entries, max(at) as last_at from line group by account_id) e where a.id = e.account_id`);
}

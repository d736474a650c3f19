import { type SQL, sql } from 'drizzle-orm';

import type { Queryable } from '../db/database.ts';
import type { Token, TransactionKind } from './account.ts';
import type { TransactionLine, TransactionStatus } from './transaction-line.ts';

type Row = {
  id: string;
  kind: TransactionKind;
  token: Token;
  amount: string;
  fee: string;
  balance_after: string;
  created_at_ms: string;
  remark: string | null;
  hash: string;
  status: TransactionStatus;
  counterparty_id: string | null;
};

/** A payment to thousands at once has no counterparty, so its entries aren't searched for one. */
const MOST_ENTRIES_BETWEEN_TWO = 8;

/** Turns `entries` (rows of ledger_entry, all the member's own) into the member's view of them, newest first. */
export async function selectLines(db: Queryable, memberId: string, entries: SQL): Promise<TransactionLine[]> {
  const { rows } = await db.execute<Row>(sql`
    select t.id, t.kind, e.token, e.amount, e.fee, e.balance_after, floor(extract(epoch from e.created_at) * 1000)::bigint as created_at_ms, t.remark,
           encode(coalesce(t.chain_hash, r.chain_hash, t.hash), 'hex') as hash,
           case when t.phase <> 'PENDING' or r.phase = 'SETTLE' then 'POSTED' when r.phase = 'VOID' then 'VOIDED' else 'PENDING' end as status,
           case when t.entry_count <= ${MOST_ENTRIES_BETWEEN_TWO} then (
             select case when count(*) = 1 then min(a.owner_id::text) end
               from ledger_entry o join ledger_account a on a.id = o.account_id
              where o.transaction_id = t.id and a.kind = 'AVAILABLE' and a.owner_id <> ${memberId}
           ) end as counterparty_id
      from (${entries}) e
      join ledger_transaction t on t.id = e.transaction_id
      left join ledger_transaction r on r.resolves = t.id
     order by e.created_at desc, e.account_id desc, e.seq desc`);
  return rows.map(readLine);
}

function readLine(row: Row): TransactionLine {
  const amount = BigInt(row.amount);
  const fee = BigInt(row.fee);
  return {
    id: row.id,
    kind: row.kind,
    token: row.token,
    direction: amount > 0n ? 'IN' : 'OUT',
    amountBaseUnits: amount > 0n ? amount : -amount - fee,
    feeBaseUnits: fee,
    counterpartyId: row.counterparty_id,
    remark: row.remark,
    hash: `0x${row.hash}`,
    status: row.status,
    createdAt: new Date(Number(row.created_at_ms)),
    balanceAfterBaseUnits: BigInt(row.balance_after),
  };
}

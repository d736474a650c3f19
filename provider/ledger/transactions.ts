import { sql, type SQL } from 'drizzle-orm';
import type { Hex } from 'viem';
import type { Queryable } from '../db/database.ts';
import type { Token, TransactionKind } from './account.ts';

type TransactionStatus = 'PENDING' | 'POSTED' | 'VOIDED';

/** A transaction as it moved one of a member's wallets. If it moved two, there are two lines with the same id. */
export type TransactionLine = {
  id: string;
  kind: TransactionKind;
  token: Token;
  direction: 'IN' | 'OUT';
  /** Excludes the fee. */
  amountBaseUnits: bigint;
  feeBaseUnits: bigint;
  /** The transaction's other member, if there is exactly one. */
  counterpartyId: string | null;
  remark: string | null;
  /** The chain's hash if there is one, otherwise the ledger's own. */
  hash: Hex;
  status: TransactionStatus;
  createdAt: Date;
  balanceAfterBaseUnits: bigint;
};

export type TransactionFilter = {
  memberId: string;
  token?: Token | undefined;
  kind?: TransactionKind | undefined;
  /** Both ends are inclusive. A fixed `to` keeps pages stable while new transactions arrive. */
  from?: Date | undefined;
  to?: Date | undefined;
};

/** The entries of one wallet that a filter can match, `after < seq <= until`, and how many it matches. */
type LineRange = { accountId: string; after: bigint; until: bigint; count: bigint };

type RangeRow = { account_id: string; after: string; until: string; count: string };

/** Computes counts from seq, which has no gaps. Only a filter by kind reads rows, and then only the index. */
export async function countLines(db: Queryable, { memberId, token, kind, from, to }: TransactionFilter): Promise<LineRange[]> {
  const counted =
    kind === undefined
      ? sql`until - after`
      : sql`(select count(*) from ledger_entry e where e.account_id = r.id and e.seq > after and e.seq <= until and e.kind = ${kind})`;
  const { rows } = await db.execute<RangeRow>(sql`
    select id as account_id, after, until, ${counted} as count from (
      select id,
             ${from === undefined ? sql`0::bigint` : sql`ledger_seq_until(id, ${beforeMs(from)}, entry_count)`} as after,
             ${to === undefined ? sql`entry_count` : sql`ledger_seq_until(id, ${to.toISOString()}, entry_count)`} as until
        from ledger_account
       where owner_id = ${memberId} and kind = 'AVAILABLE' ${token === undefined ? sql`` : sql`and token = ${token}`}
    ) r where until > after`);
  return rows.map((row) => ({ accountId: row.account_id, after: BigInt(row.after), until: BigInt(row.until), count: BigInt(row.count) }));
}

/** Times are whole milliseconds, so "from this one on" is "after the one before". */
function beforeMs(moment: Date): string {
  return new Date(moment.getTime() - 1).toISOString();
}

/** For one wallet without a filter by kind, selects the page by seq, however deep; otherwise merges the newest entries of each wallet. */
export function pageOfEntries(ranges: readonly LineRange[], kind: TransactionKind | undefined, offset: bigint, limit: bigint): SQL {
  const [only] = ranges;
  if (only !== undefined && ranges.length === 1 && kind === undefined) {
    const until = only.until - offset;
    const after = until - limit;
    return sql`select * from ledger_entry where account_id = ${only.accountId} and seq <= ${until} and seq > ${after > only.after ? after : only.after}`;
  }
  const ofKind = kind === undefined ? sql`` : sql`and kind = ${kind}`;
  const newest = ranges.map(
    ({ accountId, after, until }) =>
      sql`(select * from ledger_entry where account_id = ${accountId} and seq <= ${until} and seq > ${after} ${ofKind} order by seq desc limit ${offset + limit})`,
  );
  return sql`select * from (${sql.join(newest, sql` union all `)}) merged order by created_at desc, account_id desc, seq desc limit ${limit} offset ${offset}`;
}

type LineRow = {
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
  const { rows } = await db.execute<LineRow>(sql`
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

function readLine(row: LineRow): TransactionLine {
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

type TransactionPage = { lines: TransactionLine[]; total: bigint };

/** Movements of a member's available balance per wallet, newest first. Page 1 is the first. */
export async function listTransactions(db: Queryable, filter: TransactionFilter, page: number, size: number): Promise<TransactionPage> {
  const ranges = await countLines(db, filter);
  const total = ranges.reduce((sum, range) => sum + range.count, 0n);
  const offset = BigInt(page - 1) * BigInt(size);
  if (offset >= total) return { lines: [], total };
  return { lines: await selectLines(db, filter.memberId, pageOfEntries(ranges, filter.kind, offset, BigInt(size))), total };
}

type LineKey = {
  memberId: string;
  transactionId: string;
  /** Selects a wallet if the transaction moved several. */
  token?: Token | undefined;
};

/** One transaction as the member's list shows it; undefined if it moved none of the member's available balances. */
export async function findTransactionLine(
  db: Queryable,
  { memberId, transactionId, token }: LineKey,
): Promise<TransactionLine | undefined> {
  const [line] = await selectLines(
    db,
    memberId,
    sql`select m.* from ledger_entry m join ledger_account a on a.id = m.account_id
         where m.transaction_id = ${transactionId} and a.owner_id = ${memberId} and a.kind = 'AVAILABLE' ${token === undefined ? sql`` : sql`and m.token = ${token}`}`,
  );
  return line;
}

import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import type { Token, TransactionKind } from '../../ledger/account.ts';

/** A change of a member's available balance, in base units; negative if it left, including its fee. */
export interface Movement {
  id: string;
  kind: TransactionKind;
  token: Token;
  amount: bigint;
  /** Part of what left. */
  fee: bigint;
  at: Date;
  /** Why it came, if it returns what another transaction took. */
  returns: string | null;
}

type Row = { id: string; kind: TransactionKind; token: Token; amount: string; fee: string; at_ms: string; resolves: string | null };

/** All of a member's movements, oldest first. */
export async function readMovements(database: Queryable, memberId: string): Promise<Movement[]> {
  const { rows } = await database.execute<Row>(sql`
    select t.id, e.kind, e.token, e.amount::text as amount, e.fee::text as fee,
           floor(extract(epoch from e.created_at) * 1000)::bigint::text as at_ms, t.resolves
      from ledger_account a
      join ledger_entry e on e.account_id = a.id
      join ledger_transaction t on t.id = e.transaction_id
     where a.owner_id = ${memberId} and a.kind = 'AVAILABLE'
     order by e.created_at, e.account_id, e.seq`);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    token: row.token,
    amount: BigInt(row.amount),
    fee: BigInt(row.fee),
    at: new Date(Number(row.at_ms)),
    returns: row.resolves,
  }));
}

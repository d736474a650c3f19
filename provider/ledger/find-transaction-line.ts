import { sql } from 'drizzle-orm';

import type { Queryable } from '../db/database.ts';
import type { Token } from './account.ts';
import { selectLines } from './select-lines.ts';
import type { TransactionLine } from './transaction-line.ts';

export type LineKey = {
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

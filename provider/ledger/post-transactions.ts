import type { Transaction } from '../db/database.ts';
import type { NewTransaction, Posted } from './call-ledger.ts';
import { lockAccounts } from './lock-accounts.ts';
import { postTransaction } from './post-transaction.ts';

/** Posts several transactions in one database transaction, taking all locks first and in order, so that no deadlock needs a retry. */
export async function postTransactions(tx: Transaction, transactions: readonly NewTransaction[]): Promise<Posted[]> {
  await lockAccounts(
    tx,
    transactions.flatMap(({ entries }) => entries),
  );
  const posted: Posted[] = [];
  for (const transaction of transactions) posted.push(await postTransaction(tx, transaction));
  return posted;
}

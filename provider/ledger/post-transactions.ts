import { type Transaction } from '../db/database.ts';
import { type NewTransaction, type Posted } from './call-ledger.ts';
import { lockAccounts } from './lock-accounts.ts';
import { postTransaction } from './post-transaction.ts';

/** Posts several transactions of one database transaction, with all their locks taken first and in order: no deadlock to retry. */
export async function postTransactions(tx: Transaction, transactions: readonly NewTransaction[]): Promise<Posted[]> {
  await lockAccounts(
    tx,
    transactions.flatMap(({ entries }) => entries),
  );
  const posted: Posted[] = [];
  for (const transaction of transactions) posted.push(await postTransaction(tx, transaction));
  return posted;
}

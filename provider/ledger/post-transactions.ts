import type { Transaction } from '../db/database.ts';
import { callLedgerForMany, type NewTransaction, type PostedWithWallets } from './call-ledger.ts';

/**
 * Posts transactions within the caller's database transaction, in their order and in one round trip. All locks are taken first and in one order, so that no
 * deadlock with other postings needs a retry. Throws a `LedgerRefusal` for the first that can't be posted: the caller must then roll back.
 */
export function postTransactions(tx: Transaction, transactions: readonly NewTransaction[]): Promise<PostedWithWallets[]> {
  return callLedgerForMany(
    tx.$client,
    transactions.map((transaction) => ({ ...transaction, phase: 'SINGLE' as const })),
  );
}

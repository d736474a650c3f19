import type { TransactionRow } from '../api/contract/transaction.ts';

/** What moves value is answered with its row in the list of transactions; null for an answer without one. */
export function transactionOf(data: unknown): TransactionRow | null {
  return hasTransaction(data) ? data.transaction : null;
}

function hasTransaction(data: unknown): data is { transaction: TransactionRow } {
  return typeof data === 'object' && data !== null && 'transaction' in data && data.transaction !== undefined;
}

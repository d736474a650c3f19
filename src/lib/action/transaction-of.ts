import type { TransactionRow } from '../api/contract/transaction.ts';

/** The transaction in the response to a call that moves value; null if it has none. */
export function transactionOf(data: unknown): TransactionRow | null {
  return hasTransaction(data) ? data.transaction : null;
}

function hasTransaction(data: unknown): data is { transaction: TransactionRow } {
  return typeof data === 'object' && data !== null && 'transaction' in data && data.transaction !== undefined;
}

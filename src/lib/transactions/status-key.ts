import type { TransactionStatus } from './tracked-transaction.ts';

/** The text key of a status, if it has a name of its own. */
export function statusKey(
  status: TransactionStatus,
): 'PENDING' | 'REORGANISED' | 'CONFIRMED' | 'REVERTED' | 'CANCELLED' | 'OTHER' | 'UNSEEN' {
  if (status.kind === 'REPLACED') return status.as;
  return status.kind === 'PENDING' && status.wasMined ? 'REORGANISED' : status.kind;
}

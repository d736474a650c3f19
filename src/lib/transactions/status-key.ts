import type { TransactionStatus } from './tracked-transaction.ts';

/** What a status is called, where it has a name of its own for people. */
export function statusKey(
  status: TransactionStatus,
): 'PENDING' | 'REORGANISED' | 'CONFIRMED' | 'REVERTED' | 'CANCELLED' | 'OTHER' | 'DROPPED' {
  if (status.kind === 'REPLACED') return status.as;
  return status.kind === 'PENDING' && status.wasMined ? 'REORGANISED' : status.kind;
}

import type { TrackedTransaction } from '../transactions/tracked-transaction.ts';
import type { SwapFailure } from './reduce-swap-run.ts';

/** Why a transaction that is no longer followed failed; null if it succeeded. */
export function failureOfTransaction({
  status,
  revertReason = 'OTHER',
}: Pick<TrackedTransaction, 'status' | 'revertReason'>): SwapFailure | null {
  if (status.kind === 'CONFIRMED') return null;
  if (status.kind === 'REVERTED') return revertReason;
  if (status.kind === 'REPLACED') return status.as === 'CANCELLED' ? 'CANCELLED' : 'REPLACED';
  return 'UNSEEN';
}

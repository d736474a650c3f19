import type { SwapRun } from '../../lib/swap/reduce-swap-run.ts';

/** A note on what a failure cost, depending on where it happened; null if unknown. */
export function failureNote({
  failure,
  hash,
  index,
  steps,
}: Extract<SwapRun, { stage: 'FAILED' }>): 'nothingSent' | 'approvalStays' | 'undone' | null {
  if (failure === 'BATCH_UNDONE') return 'undone';
  if (failure === 'BATCH_PARTLY') return null;
  if (failure === 'ALLOWANCE_EDITED') return 'approvalStays';
  if (hash !== undefined) return ['UNSEEN', 'REPLACED', 'CANCELLED', 'NODE_UNREACHABLE'].includes(failure) ? null : 'undone';
  if (failure === 'UNSEEN') return null;
  // A wallet that fails may still have sent it.
  if (failure === 'WALLET_FAILED') return null;
  return steps.slice(0, index).some(({ kind }) => kind === 'APPROVE') ? 'approvalStays' : 'nothingSent';
}

/** Whether it can’t be told yet that nothing was swapped: what was sent, or may have been, can still go through. */
export function mayStillPass({ failure, hash }: Pick<Extract<SwapRun, { stage: 'FAILED' }>, 'failure' | 'hash'>): boolean {
  return (
    failure === 'UNSEEN' ||
    failure === 'WALLET_FAILED' ||
    failure === 'BATCH_PARTLY' ||
    (failure === 'NODE_UNREACHABLE' && hash !== undefined)
  );
}

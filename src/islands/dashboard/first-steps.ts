import type { TransactionRow } from '../../lib/api/contract/transaction.ts';

export interface FirstStep {
  name: 'deposit' | 'buy' | 'stake';
  path: '/wallet' | '/treasury' | '/staking';
  isDone: boolean;
}

/** The dashboard receives at most this many movements; fewer means the list is complete. */
const ALL_SENT = 10;

/**
 * First steps for a new member. Null once all are done, or if the member has so many movements that the list no longer reaches back to the
 * first.
 */
export function firstSteps(activity: readonly TransactionRow[]): FirstStep[] | null {
  if (activity.length >= ALL_SENT) return null;
  const posted = activity.filter(({ status }) => status === 'POSTED');
  const has = (kind: TransactionRow['kind']): boolean => posted.some((row) => row.kind === kind);
  const steps: FirstStep[] = [
    {
      name: 'deposit',
      path: '/wallet',
      // A transfer from another member funds the account just as a deposit does.
      isDone: has('DEPOSIT') || posted.some(({ kind, direction }) => kind === 'TRANSFER' && direction === 'IN'),
    },
    { name: 'buy', path: '/treasury', isDone: has('TREASURY_PURCHASE') },
    { name: 'stake', path: '/staking', isDone: has('STAKE') },
  ];
  return steps.every(({ isDone }) => isDone) ? null : steps;
}

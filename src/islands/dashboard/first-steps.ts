import type { TransactionRow } from '../../lib/api/contract/transaction.ts';

export interface FirstStep {
  name: 'deposit' | 'buy' | 'stake';
  path: '/wallet' | '/treasury' | '/staking';
  isDone: boolean;
}

/** As many movements as the dashboard is sent; with fewer, they are everything that ever moved. */
const ALL_SENT = 10;

/** What leads a new member on. Null once all of it is done, and for whoever has moved so much that the list no longer shows the beginning. */
export function firstSteps(activity: readonly TransactionRow[]): FirstStep[] | null {
  if (activity.length >= ALL_SENT) return null;
  const posted = activity.filter(({ status }) => status === 'POSTED');
  const has = (kind: TransactionRow['kind']): boolean => posted.some((row) => row.kind === kind);
  const steps: FirstStep[] = [
    {
      name: 'deposit',
      path: '/wallet',
      // A transfer from another member brings money in as well as a deposit does.
      isDone: has('DEPOSIT') || posted.some(({ kind, direction }) => kind === 'TRANSFER' && direction === 'IN'),
    },
    { name: 'buy', path: '/treasury', isDone: has('TREASURY_PURCHASE') },
    { name: 'stake', path: '/staking', isDone: has('STAKE') },
  ];
  return steps.every(({ isDone }) => isDone) ? null : steps;
}

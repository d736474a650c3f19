import type { TransactionRow } from '../../lib/api/contract/transaction.ts';

/** What a step needs, as far as it is known. Amounts in 10⁻¹⁸ tokens. */
export interface Means {
  /** Whether the member's own address holds anything on the chain; null while unknown. */
  isFunded: boolean | null;
  /** Available in the JuFi balance. */
  usdt: bigint;
  juf: bigint;
  /** Of any open package; null while unknown. */
  smallestPurchase: bigint | null;
  smallestStake: bigint | null;
  /** When enough JUF for a stake has vested; null if that isn't to be expected. */
  vestedAtMs: number | null;
  nowMs: number;
}

type Wait =
  | { for: 'WALLET' }
  | { for: 'BALANCE'; token: 'USDT' | 'JUF'; amount: bigint }
  | { for: 'CLAIM' }
  | { for: 'VESTING'; atMs: number; amount: bigint };

export interface FirstStep {
  name: 'get' | 'deposit' | 'buy' | 'stake';
  isDone: boolean;
  /** What must happen before it can be taken; null if it can be taken now. */
  waits: Wait | null;
}

/** The dashboard receives at most this many movements; fewer means the list is complete. */
const ALL_SENT = 10;

/**
 * First steps for a new member, beginning with an empty wallet. Null once all are done, or if the member has so many movements that the list no longer
 * reaches back to the first.
 */
export function firstSteps(activity: readonly TransactionRow[], means: Means): FirstStep[] | null {
  if (activity.length >= ALL_SENT) return null;
  const posted = activity.filter(({ status }) => status === 'POSTED');
  const has = (kind: TransactionRow['kind']): boolean => posted.some((row) => row.kind === kind);
  // A transfer from another member funds the account just as a deposit does.
  const isFunded = has('DEPOSIT') || posted.some(({ kind, direction }) => kind === 'TRANSFER' && direction === 'IN');
  const steps: FirstStep[] = [
    { name: 'get', isDone: isFunded || means.isFunded === true, waits: null },
    { name: 'deposit', isDone: isFunded, waits: means.isFunded === false ? { for: 'WALLET' } : null },
    { name: 'buy', isDone: has('TREASURY_PURCHASE'), waits: waitOfPurchase(means) },
    { name: 'stake', isDone: has('STAKE'), waits: waitOfStake(means) },
  ];
  return steps.slice(1).every(({ isDone }) => isDone) ? null : steps;
}

function waitOfPurchase({ usdt, smallestPurchase: amount }: Means): Wait | null {
  return amount === null || usdt >= amount ? null : { for: 'BALANCE', token: 'USDT', amount };
}

function waitOfStake({ juf, smallestStake: amount, vestedAtMs: atMs, nowMs }: Means): Wait | null {
  if (amount === null || juf >= amount) return null;
  if (atMs === null) return { for: 'BALANCE', token: 'JUF', amount };
  return atMs <= nowMs ? { for: 'CLAIM' } : { for: 'VESTING', atMs, amount };
}

import type { TransactionRow } from '../api/contract/transaction.ts';
import type { FollowedMovement } from './followed-movements.ts';
import { readRefund, type Refund } from './read-refund.ts';

export interface MovementLine {
  kind: 'DEPOSIT' | 'PAYOUT';
  reference: string;
  walletType: TransactionRow['walletType'];
  amount: string;
  /** `waiting`: not in a block yet, as far as known. */
  status: 'waiting' | 'confirming' | 'settled' | 'failed';
  confirmations: number;
  /** Its row in the list of transactions. */
  row: TransactionRow | undefined;
  /** The refund of a failed payout. */
  refund: Refund;
}

interface MovementFacts {
  followed: readonly FollowedMovement[];
  pendingDeposits: readonly { hash: `0x${string}`; walletType: TransactionRow['walletType']; amount: string; confirmations: number }[];
  recent: readonly TransactionRow[];
  /** A hash's state on the chain: its number of confirmations, or that it failed. */
  onChain: Readonly<Record<string, number | 'failed'>>;
}

/** Movements between chain and ledger and their progress, including those that arrived while being followed. */
export function movementLines({ followed, pendingDeposits, recent, onChain }: MovementFacts): MovementLine[] {
  const seen = new Set(followed.map(({ reference }) => reference));
  const others: Omit<FollowedMovement, 'startedAtMs'>[] = [
    ...pendingDeposits.map(({ hash, ...deposit }) => ({ ...deposit, kind: 'DEPOSIT' as const, reference: hash })),
    ...recent
      .filter(({ kind, status }) => kind === 'PAYOUT' && status === 'PENDING')
      .map(({ id, walletType, amount }) => ({ kind: 'PAYOUT' as const, reference: id, walletType, amount })),
  ].filter(({ reference }) => !seen.has(reference));
  return [...followed, ...others].map(({ kind, reference, walletType, amount }) => {
    const row = recent.find((each) => each.kind === kind && reference === (kind === 'DEPOSIT' ? each.hash : each.id));
    const pending = pendingDeposits.find(({ hash }) => hash === reference);
    const chain = onChain[kind === 'DEPOSIT' ? reference : (row?.hash ?? '')];
    const confirmations = pending?.confirmations ?? (typeof chain === 'number' ? chain : 0);
    const refund = row?.status === 'VOIDED' ? readRefund(row, recent) : 'UNKNOWN';
    const status = statusOf(kind, row, chain, pending?.confirmations ?? chain);
    return { kind, reference, walletType, amount, row, refund, confirmations, status };
  });
}

function statusOf(
  kind: MovementLine['kind'],
  row: TransactionRow | undefined,
  chain: number | 'failed' | undefined,
  blocks: number | 'failed' | undefined,
): MovementLine['status'] {
  if (row?.status === 'POSTED') return 'settled';
  if (row?.status === 'VOIDED') return 'failed';
  if (kind === 'DEPOSIT' && chain === 'failed') return 'failed';
  return typeof blocks === 'number' && blocks > 0 ? 'confirming' : 'waiting';
}

import type { Hex } from '../chain/wallets/eip1193.ts';
import type { TrackedTransaction, TransactionStatus } from './tracked-transaction.ts';

/** A transaction's state according to one query of the chain. */
export interface Observation {
  atMs: number;
  headNumber: number;
  receipt: { isSuccess: boolean; blockNumber: number; blockHash: Hex; gasFee: bigint } | null;
  /** Whether the node knows the transaction, mined or pending. */
  isKnown: boolean;
  /** Its nonce; null where that isn't known, or is somebody else's, as with what a multisig has executed. */
  nonce: number | null;
  /** Another transaction that does the same, or that has the same nonce. */
  replacement: { hash: Hex; as: 'SAME' | 'CANCELLED' | 'OTHER'; blockNumber: number } | null;
}

/** A node may forget a transaction temporarily, or not have it while another node has. */
export const UNSEEN_AFTER_MS = 60_000;

/** A transaction's state after a query. If its block was reorganised away, it's pending again. */
export function reduceTransaction(transaction: TrackedTransaction, seen: Observation): TrackedTransaction {
  const { receipt, replacement, nonce } = seen;
  const unmined = withoutOutcome(transaction);
  if (receipt) {
    const { isSuccess, blockNumber, blockHash, gasFee } = receipt;
    const confirmations = Math.max(1, seen.headNumber - blockNumber + 1);
    const kind = isSuccess ? 'CONFIRMED' : 'REVERTED';
    // In another block it may have ended differently.
    const isSameBlock = 'blockHash' in transaction.status && transaction.status.blockHash === blockHash;
    return {
      ...(isSameBlock ? transaction : unmined),
      nonce,
      status: { kind, blockNumber, blockHash, confirmations, gasFee: gasFee.toString() },
    };
  }
  if (replacement?.as === 'SAME') {
    const firstHash = transaction.firstHash ?? transaction.hash;
    return { ...unmined, nonce: null, hash: replacement.hash, firstHash, status: pending(transaction.status, null) };
  }
  if (replacement) {
    const { hash, as, blockNumber } = replacement;
    return { ...unmined, nonce, status: { kind: 'REPLACED', by: hash, as, confirmations: seen.headNumber - blockNumber + 1 } };
  }
  if (seen.isKnown) return { ...unmined, nonce, status: pending(transaction.status, null) };
  return { ...unmined, nonce, status: missing(transaction.status, seen.atMs) };
}

function withoutOutcome(transaction: TrackedTransaction): TrackedTransaction {
  const unmined = { ...transaction };
  delete unmined.outcome;
  delete unmined.revertReason;
  return unmined;
}

function pending(before: TransactionStatus, missingSinceMs: number | null): TransactionStatus {
  const wasMined = before.kind === 'CONFIRMED' || before.kind === 'REVERTED' || (before.kind === 'PENDING' && before.wasMined);
  return { kind: 'PENDING', missingSinceMs, wasMined };
}

function missing(before: TransactionStatus, atMs: number): TransactionStatus {
  if (before.kind === 'UNSEEN') return before;
  const sinceMs = (before.kind === 'PENDING' ? before.missingSinceMs : null) ?? atMs;
  return atMs - sinceMs >= UNSEEN_AFTER_MS ? { kind: 'UNSEEN', sinceMs } : pending(before, sinceMs);
}

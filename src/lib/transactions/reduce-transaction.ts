import type { Hex } from '../chain/wallets/eip1193.ts';
import type { TrackedTransaction, TransactionStatus } from './tracked-transaction.ts';

/** A transaction's state according to one query of the chain. */
export interface Observation {
  atMs: number;
  headNumber: number;
  receipt: { isSuccess: boolean; blockNumber: number; blockHash: Hex; gasFee: bigint } | null;
  /** The transaction's nonce, if the node knows it, mined or pending. */
  knownNonce: number | null;
  /** Another transaction with the same nonce. */
  replacement: { hash: Hex; as: 'SPED_UP' | 'CANCELLED' | 'OTHER' } | null;
}

/** A node may forget a transaction temporarily, or not have it while another node has. */
export const DROPPED_AFTER_MS = 60_000;

/** A transaction's state after a query. If its block was reorganised away, it's pending again. */
export function reduceTransaction(transaction: TrackedTransaction, seen: Observation): TrackedTransaction {
  const { receipt, replacement } = seen;
  const nonce = seen.knownNonce ?? transaction.nonce;
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
  if (replacement?.as === 'SPED_UP') {
    const spedUpFrom = transaction.spedUpFrom ?? transaction.hash;
    return { ...unmined, nonce, hash: replacement.hash, spedUpFrom, status: pending(transaction.status, null) };
  }
  if (replacement) return { ...unmined, nonce, status: { kind: 'REPLACED', by: replacement.hash, as: replacement.as } };
  if (seen.knownNonce !== null) return { ...unmined, nonce, status: pending(transaction.status, null) };
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
  if (before.kind === 'DROPPED') return before;
  const sinceMs = (before.kind === 'PENDING' ? before.missingSinceMs : null) ?? atMs;
  return atMs - sinceMs >= DROPPED_AFTER_MS ? { kind: 'DROPPED', sinceMs } : pending(before, sinceMs);
}

import { readTrackedTransactions, type TrackedTransaction } from '../transactions/tracked-transaction.ts';

/** An approval and its trade that a wallet accepted as a batch, stored from the confirmation until their transaction is known. */
export interface KeptBatch {
  /** The wallet's id for it (EIP-5792). */
  id: string;
  /** The exchange rejects it afterwards; in ms since the epoch. */
  deadlineMs: number;
  transaction: Omit<TrackedTransaction, 'hash'>;
}

/** Parses what the device stored; null if nothing is stored or it's invalid. */
export function readKeptBatch(text: string | null): KeptBatch | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('transaction' in kept) || typeof kept.transaction !== 'object') return null;
    if (!('id' in kept) || typeof kept.id !== 'string' || !('deadlineMs' in kept) || typeof kept.deadlineMs !== 'number') return null;
    const [transaction] = readTrackedTransactions(JSON.stringify([{ ...kept.transaction, hash: '0x' }]));
    return transaction ? { id: kept.id, deadlineMs: kept.deadlineMs, transaction } : null;
  } catch {
    return null;
  }
}

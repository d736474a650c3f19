import { TransactionNotFoundError, TransactionReceiptNotFoundError, type Client, type TransactionReceipt } from 'viem';
import { getBlockNumber, getTransaction, getTransactionCount, getTransactionReceipt } from 'viem/actions';
import { findReplacement } from './find-replacement.ts';
import { outcomeOfLogs } from './outcome-of-logs.ts';
import { reduceTransaction, type Observation } from './reduce-transaction.ts';
import type { RevertReason } from './revert-reason.ts';
import type { TrackedTransaction } from './tracked-transaction.ts';

export interface LookOptions {
  client: Client;
  nowMs: number;
  /** A node that is behind what was seen before has nothing new to report. */
  leastHead: number;
  /** Explains why the chain reverted a transaction; called once per transaction. */
  explainRevert: (transaction: TrackedTransaction, blockNumber: number) => Promise<RevertReason>;
}

/** Reads a transaction's current state. Throws if the node can't be queried. */
export async function lookAtTransaction(
  transaction: TrackedTransaction,
  { client, nowMs, leastHead, explainRevert }: LookOptions,
): Promise<{ transaction: TrackedTransaction; headNumber: number }> {
  const { hash, owner } = transaction;
  const [head, receipt, known, mined] = await Promise.all([
    getBlockNumber(client, { cacheTime: 0 }),
    ifFound(getTransactionReceipt(client, { hash })),
    ifFound(getTransaction(client, { hash })),
    getTransactionCount(client, { address: owner }),
  ]);
  const headNumber = Number(head);
  if (headNumber < leastHead) return { transaction, headNumber };
  const knownNonce = known?.nonce ?? null;
  const nonce = knownNonce ?? transaction.nonce;
  const isPassed = !receipt && nonce !== null && mined > nonce;
  const replacement = isPassed ? await findReplacement(client, { ...transaction, nonce }, headNumber) : null;
  const next = reduceTransaction(transaction, {
    atMs: nowMs,
    headNumber,
    receipt: receipt && inclusionOf(receipt),
    knownNonce,
    replacement,
  });
  return { transaction: await withOutcome(next, receipt, explainRevert), headNumber };
}

async function withOutcome(
  transaction: TrackedTransaction,
  receipt: TransactionReceipt | null,
  explainRevert: LookOptions['explainRevert'],
): Promise<TrackedTransaction> {
  if (!receipt || transaction.outcome || transaction.revertReason) return transaction;
  if (receipt.status !== 'success') {
    return { ...transaction, revertReason: await explainRevert(transaction, Number(receipt.blockNumber)) };
  }
  const { purpose } = transaction;
  if (!('tokenIn' in purpose)) return transaction;
  const outcome =
    purpose.kind === 'SWAP'
      ? outcomeOfLogs(receipt.logs.map(({ topics, data }) => ({ topic: topics[0], data })))
      : { amountIn: purpose.amountIn, amountOut: purpose.amountOut };
  return outcome ? { ...transaction, outcome: { amountIn: String(outcome.amountIn), amountOut: String(outcome.amountOut) } } : transaction;
}

function inclusionOf({ status, blockNumber, blockHash, gasUsed, effectiveGasPrice }: TransactionReceipt): Observation['receipt'] {
  return { isSuccess: status === 'success', blockNumber: Number(blockNumber), blockHash, gasFee: gasUsed * effectiveGasPrice };
}

/** Null if the node doesn't know one. */
async function ifFound<Found>(asked: Promise<Found>): Promise<Found | null> {
  try {
    return await asked;
  } catch (thrown) {
    if (thrown instanceof TransactionNotFoundError || thrown instanceof TransactionReceiptNotFoundError) return null;
    throw thrown;
  }
}

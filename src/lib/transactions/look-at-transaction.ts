import type { Client, TransactionReceipt } from 'viem';
import type { Address, Hex } from '../chain/wallets/eip1193.ts';
import { sameAddress } from '../chain/wallets/read-answer.ts';
import { findByEffect } from './find-by-effect.ts';
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
  /** Whether a hash is that of another transaction followed on this device. */
  isTaken: (hash: Hex) => boolean;
  explainRevert: (transaction: TrackedTransaction, blockNumber: number) => Promise<RevertReason>;
}

/** The node's answer to one request. */
export interface TransactionReading {
  headNumber: number;
  /** Null, like those below, if the node knows none. */
  receipt: TransactionReceipt | null;
  known: { nonce: number; from: Address } | null;
  /** How many of the sender's transactions are in blocks. */
  mined: number;
}

/** Concludes what state a transaction is in. Throws if the node doesn't answer the further questions that this takes. */
export async function lookAtTransaction(
  transaction: TrackedTransaction,
  { headNumber, receipt, known, mined }: TransactionReading,
  { client, nowMs, leastHead, isTaken, explainRevert }: LookOptions,
): Promise<TrackedTransaction> {
  if (headNumber < leastHead) return transaction;
  const nonce = known && sameAddress(known.from, transaction.owner) ? known.nonce : transaction.nonce;
  const isPassed = !receipt && nonce !== null && mined > nonce;
  const replacement = isPassed ? await findReplacement(client, { ...transaction, nonce }, headNumber) : null;
  const isElsewhere = !receipt && !known && (replacement === null || replacement.as === 'OTHER');
  const search = isElsewhere ? await findByEffect(client, transaction, headNumber, isTaken) : null;
  const next = reduceTransaction(
    { ...transaction, ...(search && { searchedToBlock: search.searchedToBlock }) },
    {
      atMs: nowMs,
      headNumber,
      receipt: receipt && inclusionOf(receipt),
      isKnown: known !== null,
      nonce,
      replacement: search?.found ?? replacement,
    },
  );
  return withOutcome(next, receipt, explainRevert);
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

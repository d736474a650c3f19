import { type Client, TransactionNotFoundError, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem';
import { getBlock, getBlockNumber, getTransaction, getTransactionCount, getTransactionReceipt } from 'viem/actions';
import { nodeRefusal } from '../chain/node-refusal.ts';
import type { Address, Hex } from '../chain/wallets/eip1193.ts';
import { sameAddress } from '../chain/wallets/read-answer.ts';
import { findByEffect } from './find-by-effect.ts';
import { outcomeOfLogs } from './outcome-of-logs.ts';
import { type Observation, reduceTransaction } from './reduce-transaction.ts';
import type { RevertReason, TrackedTransaction } from './tracked-transaction.ts';

/** For clocks that differ, where the block of a moment is reckoned. */
const MARGIN_BLOCKS = 60;

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
interface TransactionReading {
  headNumber: number;
  /** Null, like those below, if the node knows none. */
  receipt: TransactionReceipt | null;
  known: { nonce: number; from: Address } | null;
  /** How many of the sender's transactions are in blocks. */
  mined: number;
}

/** Concludes what state a transaction is in. Throws if the node doesn't answer the further questions that this takes. */
export async function lookAtTransaction(
  sent: TrackedTransaction,
  { headNumber, receipt, known, mined }: TransactionReading,
  { client, nowMs, leastHead, isTaken, explainRevert }: LookOptions,
): Promise<TrackedTransaction> {
  if (headNumber < leastHead) return sent;
  const transaction = sent.sentAtBlock === 0 ? { ...sent, sentAtBlock: blockOf(sent.sentAtMs, nowMs, headNumber) } : sent;
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

/** A block that is older than the transaction, where the node couldn't say when that was sent. Chains of this kind have a block a second at most. */
function blockOf(sentAtMs: number, nowMs: number, headNumber: number): number {
  const passedSeconds = Math.ceil(Math.max(nowMs - sentAtMs, 0) / 1_000);
  return Math.max(headNumber - passedSeconds - MARGIN_BLOCKS, 1);
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

type Placed = TrackedTransaction & { nonce: number };
type Replacement = { to: Address | null; input: Hex; value: bigint };

/**
 * The transaction that used the nonce of another one: it's in the first block after which the account's nonce is higher. Null if the chain has the original
 * after all, or if the node no longer knows what the account was then: most keep that for minutes only.
 */
async function findReplacement(client: Client, transaction: Placed, headNumber: number): Promise<Observation['replacement']> {
  const { owner, nonce, sentAtBlock, hash } = transaction;
  let [below, at] = [Math.max(0, Math.min(sentAtBlock, headNumber) - 1), headNumber];
  try {
    while (at - below > 1) {
      const middle = Math.floor((below + at) / 2);
      const count = await getTransactionCount(client, { address: owner, blockNumber: BigInt(middle) });
      if (count > nonce) at = middle;
      else below = middle;
    }
  } catch (thrown) {
    if (nodeRefusal(thrown) === null) throw thrown;
    return null;
  }
  const { transactions } = await getBlock(client, { blockNumber: BigInt(at), includeTransactions: true });
  const found = transactions.find((other) => sameAddress(other.from, owner) && other.nonce === nonce);
  return found === undefined || found.hash === hash ? null : { hash: found.hash, as: relationOf(found, transaction), blockNumber: at };
}

function relationOf(found: Replacement, { owner, to, data, value }: Placed): 'SAME' | 'CANCELLED' | 'OTHER' {
  if (found.to === null) return 'OTHER';
  if (sameAddress(found.to, to) && found.input.toLowerCase() === data.toLowerCase() && found.value === BigInt(value)) return 'SAME';
  // Wallets cancel by sending nothing to their own address.
  return sameAddress(found.to, owner) && found.value === 0n && found.input === '0x' ? 'CANCELLED' : 'OTHER';
}

/** Asked together, so that head, receipt and nonce are those of one moment, and of one node where there are several. */
export async function readTransaction(client: Client, { hash, owner }: TrackedTransaction): Promise<TransactionReading> {
  const [head, receipt, known, mined] = await Promise.all([
    getBlockNumber(client, { cacheTime: 0 }),
    ifFound(getTransactionReceipt(client, { hash })),
    ifFound(getTransaction(client, { hash })),
    getTransactionCount(client, { address: owner }),
  ]);
  return { headNumber: Number(head), receipt, known, mined };
}

/** Number of blocks from a transaction's own onwards; `failed` if it reverted, undefined if it's in no block. */
export async function readConfirmations(client: Client, hash: Hex): Promise<number | 'failed' | undefined> {
  const [head, receipt] = await Promise.all([getBlockNumber(client, { cacheTime: 0 }), ifFound(getTransactionReceipt(client, { hash }))]);
  if (receipt === null) return undefined;
  return receipt.status === 'reverted' ? 'failed' : Number(head - receipt.blockNumber) + 1;
}

async function ifFound<Found>(asked: Promise<Found>): Promise<Found | null> {
  try {
    return await asked;
  } catch (thrown) {
    if (thrown instanceof TransactionNotFoundError || thrown instanceof TransactionReceiptNotFoundError) return null;
    throw thrown;
  }
}

import { RpcError, type JsonRpc, type RpcAnswer } from '../chain/json-rpc.ts';
import { readQuantity } from '../chain/read-quantity.ts';
import { findReplacement } from './find-replacement.ts';
import { outcomeOfLogs } from './outcome-of-logs.ts';
import { readReceipt, readTransaction, type ChainReceipt } from './read-chain.ts';
import { reduceTransaction } from './reduce-transaction.ts';
import type { RevertReason } from './revert-reason.ts';
import type { TrackedTransaction } from './tracked-transaction.ts';

export interface LookOptions {
  rpc: JsonRpc;
  nowMs: number;
  /** A node that stands behind what was seen before knows nothing new. */
  leastHead: number;
  /** Says why the chain undid a transaction; called once a transaction. */
  explainRevert: (transaction: TrackedTransaction, blockNumber: number) => Promise<RevertReason>;
}

/** Looks where a transaction stands now. Throws RpcError when the node cannot be asked. */
export async function lookAtTransaction(
  transaction: TrackedTransaction,
  { rpc, nowMs, leastHead, explainRevert }: LookOptions,
): Promise<{ transaction: TrackedTransaction; headNumber: number }> {
  const { hash, owner } = transaction;
  const [head, receiptAnswer, known, mined] = await rpc.batch([
    { method: 'eth_blockNumber' },
    { method: 'eth_getTransactionReceipt', params: [hash] },
    { method: 'eth_getTransactionByHash', params: [hash] },
    { method: 'eth_getTransactionCount', params: [owner, 'latest'] },
  ]);
  const headNumber = Number(readQuantity(resultOf(head)));
  if (headNumber < leastHead) return { transaction, headNumber };
  const receipt = readReceipt(resultOf(receiptAnswer));
  const knownNonce = readTransaction(resultOf(known))?.nonce ?? null;
  const nonce = knownNonce ?? transaction.nonce;
  const isPassed = !receipt && nonce !== null && readQuantity(resultOf(mined)) > BigInt(nonce);
  const replacement = isPassed ? await findReplacement(rpc, { ...transaction, nonce }, headNumber) : null;
  const next = reduceTransaction(transaction, { atMs: nowMs, headNumber, receipt, knownNonce, replacement });
  return { transaction: await withOutcome(next, receipt, explainRevert), headNumber };
}

async function withOutcome(
  transaction: TrackedTransaction,
  receipt: ChainReceipt | null,
  explainRevert: LookOptions['explainRevert'],
): Promise<TrackedTransaction> {
  if (!receipt || transaction.outcome || transaction.revertReason) return transaction;
  if (!receipt.isSuccess) {
    return { ...transaction, revertReason: await explainRevert(transaction, receipt.blockNumber) };
  }
  const { purpose } = transaction;
  if (!('tokenIn' in purpose)) return transaction;
  const outcome = purpose.kind === 'SWAP' ? outcomeOfLogs(receipt.logs) : { amountIn: purpose.amountIn, amountOut: purpose.amountOut };
  return outcome ? { ...transaction, outcome: { amountIn: String(outcome.amountIn), amountOut: String(outcome.amountOut) } } : transaction;
}

function resultOf(answer: RpcAnswer | undefined): unknown {
  if (!answer?.ok) throw answer?.error ?? new RpcError('UNREACHABLE');
  return answer.result;
}

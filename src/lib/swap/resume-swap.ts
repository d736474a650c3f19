import { z } from '../api/contract/zod.ts';
import { sameAddress } from '../chain/wallets/read-answer.ts';
import { json, keptOnDevice } from '../storage/kept.ts';
import { type SwapTransaction, trackedTransaction, type TradePromised } from '../transactions/tracked-transaction.ts';
import type { SwapRunEvent, SwapRunStep, SwapTrade } from './reduce-swap-run.ts';

/** No deadline is further ahead: older transactions appear only in the history, and don't block trading. */
const RESUMED_WITHIN_MS = 180 * 60_000;

type ResumedSwap = Extract<SwapRunEvent, { type: 'RESUMED' }>;

/** An approval and its trade that a wallet accepted as a batch, stored from the confirmation until their transaction is known. */
const batch = z.object({
  /** The wallet's id for it (EIP-5792). */
  id: z.string(),
  /** The exchange rejects it afterwards; in ms since the epoch. */
  deadlineMs: z.number(),
  transaction: z.omit(trackedTransaction, { hash: true }),
});

/** Survives the session, like other sent transactions. */
export const keptBatch = keptOnDevice('jufi:swap-batch', json(batch));

/** The swap in progress when a page is loaded, found in the transactions that this device sent; null if there is none. */
export function resumeSwap(
  transactions: readonly SwapTransaction[],
  owner: string,
  nowMs: number,
): { event: ResumedSwap; sent: SwapTransaction } | null {
  const sent = transactions.find(
    (one) => one.status.kind === 'PENDING' && sameAddress(one.owner, owner) && nowMs - one.sentAtMs < RESUMED_WITHIN_MS,
  );
  if (!sent) return null;
  const { purpose, hash, firstHash } = sent;
  const trade = 'tokenIn' in purpose ? purpose : purpose.trade;
  if (!trade) return null;
  return { event: { type: 'RESUMED', quote: tradeOf(trade), steps: stepsOf(sent, trade), hash: firstHash ?? hash }, sent };
}

/** The newest swap of this owner and device that was approved but never traded; null if there is none. */
export function unfinishedSwap(transactions: readonly SwapTransaction[], owner: string, nowMs: number): ResumedSwap | null {
  const newest = transactions.filter((one) => sameAddress(one.owner, owner)).toSorted((one, other) => other.sentAtMs - one.sentAtMs)[0];
  if (newest?.status.kind !== 'CONFIRMED' || nowMs - newest.sentAtMs >= RESUMED_WITHIN_MS) return null;
  const { purpose, hash } = newest;
  if ('tokenIn' in purpose || !purpose.trade) return null;
  return { type: 'RESUMED', quote: tradeOf(purpose.trade), steps: stepsOf(newest, purpose.trade), hash };
}

/** The same for a batch whose transaction the wallet hasn't reported yet. */
export function resumeBatch({ transaction }: KeptBatch, owner: string): ResumedSwap | null {
  const { purpose } = transaction;
  if (!('tokenIn' in purpose) || !sameAddress(transaction.owner, owner)) return null;
  return { type: 'RESUMED', quote: tradeOf(purpose), steps: [{ kind: 'BATCH', amount: atMostOf(purpose) }], hash: undefined };
}

function atMostOf({ exact, amountIn, limit }: TradePromised): bigint {
  return BigInt(exact === 'EXACT_IN' ? amountIn : limit);
}

function tradeOf({ exact, tokenIn, tokenOut, decimalsIn, decimalsOut, amountIn, amountOut }: TradePromised): SwapTrade {
  return {
    kind: exact,
    tokenIn: { symbol: tokenIn, decimals: decimalsIn },
    tokenOut: { symbol: tokenOut, decimals: decimalsOut },
    amountIn: BigInt(amountIn),
    amountOut: BigInt(amountOut),
  };
}

function stepsOf({ purpose }: SwapTransaction, trade: TradePromised): SwapRunStep[] {
  switch (purpose.kind) {
    case 'RESET_ALLOWANCE':
      return [{ kind: 'RESET_ALLOWANCE' }, { kind: 'APPROVE', amount: atMostOf(trade) }, { kind: 'SWAP' }];
    case 'APPROVE':
      return [{ kind: 'APPROVE', amount: BigInt(purpose.amount) }, { kind: 'SWAP' }];
    case 'SWAP':
      return [{ kind: 'SWAP' }];
    case 'WRAP':
    case 'UNWRAP':
      return [{ kind: purpose.kind, amount: BigInt(trade.amountIn) }];
  }
}

export type KeptBatch = z.infer<typeof batch>;

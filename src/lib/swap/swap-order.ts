import type { Client } from 'viem';
import { getBlock } from 'viem/actions';
import type { Address, Eip1193Provider } from '../chain/wallets/eip1193.ts';
import type { TrackedTransaction, TransactionPurpose } from '../transactions/tracked-transaction.ts';
import type { StepTerms, StepTransaction } from './encode-step.ts';
import type { KeptBatch } from './resume-swap.ts';
import type { SwapStep } from './plan-swap.ts';
import type { SwapQuote } from './quote-swap.ts';
import type { SwapRunEvent } from './reduce-swap-run.ts';

export interface SwapOrder {
  owner: Address;
  quote: SwapQuote;
  /** The confirmed limit: `limitOf` the quote. */
  limit: bigint;
  router: Address;
  wju: Address;
  deadlineMinutes: number;
}

export interface SwapPorts {
  /** The site's node: for reading and simulating. */
  client: Client;
  /** The person's wallet: for sending. */
  wallet: Eip1193Provider;
  nowMs: () => number;
  emit: (event: SwapRunEvent) => void;
  /** Follows a transaction; resolves when it's in a block, or never will be. */
  follow: (sent: TrackedTransaction) => Promise<TrackedTransaction>;
  batches: {
    /** Whether the wallet executes several calls as a batch. */
    areOffered: () => Promise<boolean>;
    /** Stores the accepted batch, so that it's followed after a reload; null once its transaction is known, or never will be. */
    keep: (batch: KeptBatch | null) => void;
    /** Waits before the wallet is queried again. */
    pause: () => Promise<void>;
  };
}

const MS_PER_SECOND = 1_000;

/** When and where a step is sent. By the later of the two clocks: a device whose clock is behind the chain's would send expired trades. */
export async function termsNow(
  { owner, router, wju, deadlineMinutes }: SwapOrder,
  { client, nowMs }: SwapPorts,
): Promise<StepTerms & { head: number }> {
  const head = await getBlock(client);
  const nowSeconds = Math.max(Math.floor(nowMs() / MS_PER_SECOND), Number(head.timestamp));
  return { owner, router, wju, deadline: BigInt(nowSeconds + deadlineMinutes * 60), head: Number(head.number) };
}

/** The tracked transaction of a step, without its hash. */
export function trackedStep(
  step: SwapStep,
  { to, data, value }: StepTransaction,
  order: SwapOrder,
  sent: { atMs: number; atBlock: number },
): Omit<TrackedTransaction, 'hash'> {
  return {
    owner: order.owner,
    to,
    data,
    value: value.toString(),
    nonce: null,
    sentAtMs: sent.atMs,
    sentAtBlock: sent.atBlock,
    purpose: purposeOf(step, order),
    status: { kind: 'PENDING', missingSinceMs: null, wasMined: false },
  };
}

function purposeOf(step: SwapStep, { quote, limit }: SwapOrder): TransactionPurpose {
  const { tokenIn, tokenOut, kind, amountIn, amountOut } = quote;
  const trade = {
    tokenIn: tokenIn.symbol,
    tokenOut: tokenOut.symbol,
    decimalsIn: tokenIn.decimals,
    decimalsOut: tokenOut.decimals,
    exact: kind,
    amountIn: amountIn.toString(),
    amountOut: amountOut.toString(),
    limit: limit.toString(),
  };
  if (step.kind !== 'APPROVE' && step.kind !== 'RESET_ALLOWANCE') return { kind: step.kind, ...trade };
  const amount = step.kind === 'APPROVE' ? step.amount : 0n;
  return { kind: step.kind, token: tokenIn.symbol, decimals: tokenIn.decimals, amount: amount.toString(), trade };
}

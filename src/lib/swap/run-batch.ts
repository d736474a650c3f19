import { readContract } from 'viem/actions';
import { routerAbi } from '../chain/abis/router.ts';
import { nodeRefusal } from '../chain/node-refusal.ts';
import { carriesCode, type WalletError } from '../chain/wallets/wallet-error.ts';
import { readBatch } from '../chain/wallets/read-batch.ts';
import { sendBatch } from '../chain/wallets/send-batch.ts';
import { outcomeOfLogs } from '../transactions/outcome-of-logs.ts';
import { encodeStep } from './encode-step.ts';
import type { KeptBatch } from './kept-batch.ts';
import { amountAtMost, type SwapStep } from './plan-swap.ts';
import { requireSuccess, SwapError } from './swap-error.ts';
import { termsNow, trackedStep, type SwapOrder, type SwapPorts } from './swap-order.ts';

const MS_PER_SECOND = 1_000;
/** A wallet may learn of a block later than the chain's node. */
const GRACE_MS = 120_000;

/**
 * Runs all steps of a swap as a batch, with one confirmation. UNSUPPORTED if the wallet refuses batches after all: nothing was sent then, and the steps are
 * run one by one. Throws like the steps.
 */
export async function runBatch(steps: readonly SwapStep[], order: SwapOrder, ports: SwapPorts): Promise<'DONE' | 'UNSUPPORTED'> {
  const { emit, wallet, nowMs, batches } = ports;
  const trade = steps.at(-1);
  if (!trade) return 'UNSUPPORTED';
  const terms = await termsNow(order, ports);
  await requirePrice(order, ports);
  emit({ type: 'PLANNED', steps: [{ kind: 'BATCH', amount: amountAtMost(order) }] });
  emit({ type: 'ASKED', index: 0 });
  const sent = await sendBatch(wallet, {
    from: order.owner,
    calls: [...steps, ...whatIsLeft(order)].map((step) => encodeStep(step, terms)),
  });
  if (!sent.ok) {
    if (isUnsupported(sent.error)) return 'UNSUPPORTED';
    throw sent.error;
  }
  const transaction = trackedStep(trade, encodeStep(trade, terms), order, { atMs: nowMs(), atBlock: terms.head });
  const batch = { id: sent.value, deadlineMs: Number(terms.deadline) * MS_PER_SECOND, transaction };
  batches.keep(batch);
  emit({ type: 'SENT' });
  await followBatch(batch, ports);
  return 'DONE';
}

/** Follows a batch until its transaction is in a block, or never will be. Throws SwapError if it failed. */
export async function followBatch(batch: KeptBatch, ports: Omit<SwapPorts, 'client'>): Promise<void> {
  const { wallet, nowMs, emit, follow, batches } = ports;
  for (;;) {
    const state = await readBatch(wallet, batch.id);
    const isLost = state.kind === 'NEVER' || (state.kind === 'PENDING' && isOver(batch, nowMs()));
    if (state.kind === 'PENDING' && !isLost) {
      await batches.pause();
      continue;
    }
    batches.keep(null);
    if (isLost) throw new SwapError('UNSEEN');
    if (state.kind !== 'DONE') throw new SwapError(state.kind === 'UNDONE' ? 'BATCH_UNDONE' : 'BATCH_PARTLY');
    emit({ type: 'SENT', hash: state.hash });
    const traded = outcomeOfLogs(state.logs);
    const outcome = traded && { amountIn: traded.amountIn.toString(), amountOut: traded.amountOut.toString() };
    const mined = await follow({ ...batch.transaction, hash: state.hash, ...(outcome && { outcome }) });
    requireSuccess(mined);
    // The wallet reported that all of it was executed.
    if (!mined.outcome) throw new SwapError('BATCH_PARTLY');
    return;
  }
}

/** From then on the exchange would reject it. */
export function isOver({ deadlineMs }: KeptBatch, nowMs: number): boolean {
  return nowMs > deadlineMs + GRACE_MS;
}

/** A trade for an exact output spends less than was approved, so the rest is revoked. */
function whatIsLeft({ quote, router }: SwapOrder): SwapStep[] {
  return quote.kind === 'EXACT_OUT' ? [{ kind: 'RESET_ALLOWANCE', token: quote.tokenIn.address, spender: router }] : [];
}

/** Before the approval the trade itself can't be simulated, but its price can be checked. */
async function requirePrice({ quote, limit, router }: SwapOrder, { client }: SwapPorts): Promise<void> {
  const isExactIn = quote.kind === 'EXACT_IN';
  const asked = isExactIn
    ? ({ functionName: 'getAmountsOut', args: [quote.amountIn, [...quote.path]] } as const)
    : ({ functionName: 'getAmountsIn', args: [quote.amountOut, [...quote.path]] } as const);
  const amounts = await readContract(client, { address: router, abi: routerAbi, ...asked }).catch((thrown: unknown) => {
    throw new SwapError(nodeRefusal(thrown) ? 'NO_LIQUIDITY' : 'NODE_UNREACHABLE', '', thrown);
  });
  const now = (isExactIn ? amounts.at(-1) : amounts[0]) ?? 0n;
  if (isExactIn ? now < limit : now > limit) throw new SwapError('PRICE_MOVED');
}

/** EIP-1193 and EIP-5792: unknown request, not on this chain, too many calls, not atomic, smart account refused. */
function isUnsupported(error: WalletError): boolean {
  return carriesCode(error, -32601, 4100, 4200, 5700, 5710, 5740, 5750, 5760);
}

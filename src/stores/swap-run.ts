import { definePart } from '../lib/visit/define-part.ts';
import { atom } from 'nanostores';
import { failureOfTransaction, isUnderWay, reduceSwapRun, type SwapRun, type SwapRunEvent } from '../lib/swap/reduce-swap-run.ts';
import { keptBatch, resumeSwap, unfinishedSwap } from '../lib/swap/resume-swap.ts';
import type { SwapOrder, SwapPorts } from '../lib/swap/swap-order.ts';
import { $isSignedIn, $previousAddress } from './session.ts';
import { refreshMarket, swapClient } from './swap.ts';
import { $swaps } from './sent-transactions.ts';
import { $walletChain, noteWalletChain } from './wallet-chain.ts';

/** What carries a swap out, wanted once there is something to swap. */
export const batchPart = definePart(() => import('./swap-batch.ts'));
const runPart = definePart(() => Promise.all([import('../lib/swap/run-swap.ts'), import('./transactions.ts'), import('./swap-batch.ts')]));

/** The current swap on this page, or how the last one ended. Its transactions are followed by `$transactions`, beyond this page too. */
export const $swapRun = atom<SwapRun>({ stage: 'IDLE' });

/** Runs a swap with the attached wallet; does nothing while another one is in progress. */
export async function startSwap(order: SwapOrder): Promise<void> {
  const chain = $walletChain.get();
  if (chain.status !== 'RIGHT' || isUnderWay($swapRun.get())) return;
  // At once, so that a second press sees it in progress while the rest is being loaded.
  $swapRun.set({ stage: 'CHECKING', quote: order.quote });
  const loaded = await runPart.load().catch(() => null);
  if (!loaded) {
    $swapRun.set({ stage: 'IDLE' });
    return;
  }
  const [{ runSwap }, { followTransaction }, { batchesOf }] = loaded;
  try {
    await runSwap(order, {
      client: swapClient,
      wallet: chain.provider,
      nowMs: () => Date.now(),
      emit,
      follow: followTransaction,
      batches: batchesOf(chain.provider, order.owner),
    });
  } catch {
    emit({ type: 'FAILED', failure: 'NODE_UNREACHABLE', detail: '' });
  }
  const run = $swapRun.get();
  if (run.stage === 'FAILED' && run.failure === 'WRONG_CHAIN') noteWalletChain(chain.provider, undefined);
  await refreshMarket();
}

/** Follows the transaction of a swap that was in progress when the page was left. What was only approved waits for another press. */
export async function followEarlierSwap(follow: SwapPorts['follow']): Promise<void> {
  const owner = $previousAddress.get();
  if (owner === undefined || !$isSignedIn.get() || $swapRun.get().stage !== 'IDLE') return;
  if (keptBatch.get() !== null) {
    const { followEarlierBatch } = await batchPart.whenLoaded();
    if (await followEarlierBatch(owner, follow, emit)) return refreshMarket();
  }
  const resumed = resumeSwap($swaps.get(), owner, Date.now());
  if (!resumed) {
    const unfinished = unfinishedSwap($swaps.get(), owner, Date.now());
    if (!unfinished) return;
    emit(unfinished);
    emit({ type: 'RELEASED' });
    return;
  }
  const { event, sent } = resumed;
  emit(event);
  const mined = await follow(sent);
  const failure = failureOfTransaction(mined);
  if (failure !== null) emit({ type: 'FAILED', failure, detail: '' });
  else emit({ type: 'tokenIn' in mined.purpose ? 'FINISHED' : 'RELEASED' });
  await refreshMarket();
}

function emit(event: SwapRunEvent): void {
  $swapRun.set(reduceSwapRun($swapRun.get(), event));
}

/** The person has seen how it ended. */
export function closeSwap(): void {
  emit({ type: 'CLOSED' });
}

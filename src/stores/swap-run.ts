import { atom } from 'nanostores';
import type { SwapOrder } from '../lib/swap/run-swap.ts';
import { isUnderWay, reduceSwapRun, type SwapRun } from '../lib/swap/swap-run.ts';
import { refreshMarket, swapRpc } from './swap.ts';
import { $walletChain, noteWalletChain } from './wallet-chain.ts';

/** The swap that is under way on this page, or how the last one ended. What was sent is followed by `$transactions`, beyond this page too. */
export const $swapRun = atom<SwapRun>({ stage: 'IDLE' });

/** Runs a swap with the wallet that is attached; nothing happens while another one is under way. */
export async function startSwap(order: SwapOrder): Promise<void> {
  const chain = $walletChain.get();
  if (chain.status !== 'RIGHT' || isUnderWay($swapRun.get())) return;
  // At once, so that a second press finds it under way while the rest is being fetched.
  $swapRun.set({ stage: 'CHECKING', quote: order.quote });
  try {
    const [{ runSwap }, { followTransaction }] = await Promise.all([import('../lib/swap/run-swap.ts'), import('./transactions.ts')]);
    await runSwap(order, {
      rpc: swapRpc,
      wallet: chain.provider,
      nowMs: () => Date.now(),
      emit: (event) => $swapRun.set(reduceSwapRun($swapRun.get(), event)),
      follow: followTransaction,
    });
  } catch {
    // Offline, or a new release took the file away.
    $swapRun.set(reduceSwapRun($swapRun.get(), { type: 'FAILED', failure: 'NODE_UNREACHABLE', detail: '' }));
  }
  const run = $swapRun.get();
  if (run.stage === 'FAILED' && run.failure === 'WRONG_CHAIN') noteWalletChain(chain.provider, undefined);
  await refreshMarket();
}

/** The person has seen how it ended. */
export function closeSwap(): void {
  $swapRun.set(reduceSwapRun($swapRun.get(), { type: 'CLOSED' }));
}

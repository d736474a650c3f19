import { getCapabilities } from '@wagmi/core';
import { productChain } from '../lib/chain/product-chain.ts';
import { wagmiConfig } from '../lib/chain/wagmi-config.ts';
import type { Address, Eip1193Provider } from '../lib/chain/wallets/eip1193.ts';
import { connectorOf } from '../lib/chain/wallets/wallet-connector.ts';
import { withinTime } from '../lib/chain/wallets/within-time.ts';
import { keptBatch, resumeBatch } from '../lib/swap/resume-swap.ts';
import type { SwapRunEvent } from '../lib/swap/reduce-swap-run.ts';
import { followBatch, isOver as isOverAt } from '../lib/swap/run-batch.ts';
import { toSwapError } from '../lib/swap/swap-error.ts';
import type { SwapPorts } from '../lib/swap/swap-order.ts';
import { $walletChain } from './wallet-chain.ts';

/** The interval used everywhere for querying the chain. */
const PACE_MS = 4_000;

/** A wallet that knows the request answers without a prompt. */
const PATIENCE_MS = 3_000;

/** The ports for a wallet that executes several calls as a batch (EIP-5792). */
export function batchesOf(provider: Eip1193Provider, owner: Address): SwapPorts['batches'] {
  return { areOffered: () => offersBatches(provider, owner), keep: keptBatch.set, pause };
}

/** Follows a batch whose transaction wasn't known when the page was left. Returns false if this owner has none. */
export async function followEarlierBatch(
  owner: string,
  follow: SwapPorts['follow'],
  emit: (event: SwapRunEvent) => void,
): Promise<boolean> {
  const batch = keptBatch.get();
  const event = batch && resumeBatch(batch, owner);
  if (!batch || !event) return false;
  const isOver = isOverAt(batch, Date.now());
  const wallet = await (isOver ? Promise.race([walletAttached(), pause()]) : null);
  // Expired, and no wallet to query: it can't be executed any more.
  if (isOver && !wallet) {
    keptBatch.set(null);
    return false;
  }
  emit(event);
  try {
    const ports = { nowMs: () => Date.now(), emit, follow, batches: { areOffered, keep: keptBatch.set, pause } };
    await followBatch(batch, { ...ports, wallet: wallet ?? (await walletAttached()) });
    emit({ type: 'FINISHED' });
  } catch (thrown) {
    const { code, message } = toSwapError(thrown);
    emit({ type: 'FAILED', failure: code, detail: message });
  }
  return true;
}

const areOffered = (): Promise<boolean> => Promise.resolve(true);

function pause(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, PACE_MS));
}

/** A wallet appears a while after the page. */
async function walletAttached(): Promise<Eip1193Provider> {
  const { promise, resolve } = Promise.withResolvers<Eip1193Provider>();
  const stop = $walletChain.subscribe((chain) => {
    if (chain.status === 'RIGHT') resolve(chain.provider);
  });
  try {
    return await promise;
  } finally {
    stop();
  }
}

/**
 * Whether the wallet executes several calls atomically: the `atomic` capability of EIP-5792 is "supported". A wallet that is "ready" would first turn the
 * account into a smart account (EIP-7702), which a trade doesn't justify. False if it doesn't answer.
 */
export async function offersBatches(provider: Eip1193Provider, owner: Address): Promise<boolean> {
  try {
    const asking = getCapabilities(wagmiConfig, { account: owner, chainId: productChain.id, connector: connectorOf(provider) });
    const { atomic } = await withinTime(asking, PATIENCE_MS);
    return atomic?.status === 'supported';
  } catch {
    return false;
  }
}

import { getCapabilities } from '@wagmi/core';
import { productChain } from '../product-chain.ts';
import { wagmiConfig } from '../wagmi-config.ts';
import type { Address, Eip1193Provider } from './eip1193.ts';
import { connectorOf } from './wallet-connector.ts';
import { withinTime } from './within-time.ts';

/** A wallet that knows the request answers without a prompt. */
const PATIENCE_MS = 3_000;

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

import { getCapabilities } from '@wagmi/core';
import { productChain } from '../product-chain.ts';
import { wagmiConfig } from '../wagmi-config.ts';
import type { Address, Eip1193Provider } from './eip1193.ts';
import { connectorOf } from './wallet-connector.ts';
import { withinTime } from './within-time.ts';

/** A wallet that knows the request answers without asking anyone. */
const PATIENCE_MS = 3_000;

/**
 * Whether the wallet carries out several calls as one, whole or not at all: the `atomic` capability of EIP-5792, where it is "supported". One that is
 * "ready" would first make a smart account of the person's (EIP-7702), and no trade of ours is reason enough for that. false where it does not answer.
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

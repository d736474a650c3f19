import type { PublicClient } from 'viem';
import { productChain } from '../../src/lib/chain/product-chain.ts';
import { createChainClient } from '../chain-client.ts';
import type { ProviderSettings } from '../settings.ts';
import { OperatorMistake } from '../operator-mistake.ts';

/** A client of the product chain, or one line that says why there is none. */
export async function openChainClient({ chainRpcUrl }: Pick<ProviderSettings, 'chainRpcUrl'>): Promise<PublicClient> {
  const { client } = createChainClient({ rpcUrl: chainRpcUrl, chainId: productChain.id, timeoutMs: 10_000, retryCount: 1 });
  const found = await client.getChainId().catch(() => null);
  if (found === null) throw new OperatorMistake('The chain does not answer: nothing is known of it, and nothing was done.');
  if (found !== productChain.id) throw new OperatorMistake(`The node is of chain ${found}, not ${productChain.id}: nothing was done.`);
  return client;
}

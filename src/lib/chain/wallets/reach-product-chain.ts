import { reconnect, switchChain } from '@wagmi/core';
import { productChain } from '../product-chain.ts';
import { wagmiConfig } from '../wagmi-config.ts';
import type { Eip1193Provider } from './eip1193.ts';
import { walletResult, type WalletResult } from './wallet-error.ts';
import { connectorOf, type ChainStep } from './wallet-connector.ts';

/** Brings the wallet to the product chain. `onStep` is called before each request to the wallet, so that the screen can explain it. */
export function reachProductChain(
  provider: Eip1193Provider,
  { onStep }: { onStep: (step: ChainStep) => void },
): Promise<WalletResult<void>> {
  return walletResult(async () => {
    const connector = connectorOf(provider);
    const onMessage = ({ type }: { type: string }): void => {
      if (type === 'SWITCHING_CHAIN' || type === 'ADDING_CHAIN') onStep(type);
    };
    const isConnected = (): boolean => wagmiConfig.state.connections.has(connector.uid);
    if (!isConnected()) await reconnect(wagmiConfig, { connectors: [connector] });
    connector.emitter.on('message', onMessage);
    try {
      // wagmi sends no requests to a wallet that it doesn't consider connected, for example after a connection that was never answered.
      if (isConnected()) await switchChain(wagmiConfig, { connector, chainId: productChain.id });
      else await connector.switchChain?.({ chainId: productChain.id });
    } finally {
      connector.emitter.off('message', onMessage);
    }
  });
}

import { QueryClient } from '@tanstack/react-query';
import { createConfig, createStorage, http } from '@wagmi/core';
import { defineTransactionRequest } from 'viem';
import { chainExplorerUrl, chainRpcUrl, chainWebSocketUrl } from '../config.ts';
import { CACHED } from '../session/kept-session.ts';
import { keptOnDevice } from '../storage/kept.ts';
import { whenDrawn } from '../when-activated.ts';
import { productChain } from './product-chain.ts';

const { id, name, nativeCurrency, testnet, pollingIntervalMs } = productChain;

const NODE_PATIENCE_MS = 10_000;

const DAY_MS = 24 * 60 * 60_000;

/** Cache of the chain's state: kept for a day, requested once, and not again when a window gains the focus. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: DAY_MS,
      retry: false,
      refetchOnWindowFocus: false,
      // Requests are sent even if the device believes it is offline: a node may run on the same machine, and a failed request is reported as one.
      networkMode: 'always',
    },
  },
});

/** A prerendered page sends no requests. */
const fetchOnceSeen: typeof fetch = async (input, init) => {
  await whenDrawn();
  return fetch(input, init);
};

/**
 * The only wagmi configuration, for islands and stores. It doesn't discover wallets itself (`discoverWallets` does, before wagmi is loaded), and what it
 * stores on the device belongs to the member and is removed when the session ends.
 */
export const wagmiConfig = createConfig({
  chains: [
    {
      id,
      name,
      nativeCurrency,
      testnet,
      rpcUrls: { default: { http: [chainRpcUrl], ...(chainWebSocketUrl !== undefined && { webSocket: [chainWebSocketUrl] }) } },
      // viem checks the wallet's chain but doesn't send its id. With the id, a wallet that is switched at the last moment refuses.
      formatters: { transactionRequest: defineTransactionRequest({ format: () => ({ chainId: productChain.hexId }) }) },
      ...(chainExplorerUrl !== undefined && { blockExplorers: { default: { name: 'Explorer', url: chainExplorerUrl } } }),
    },
  ],
  transports: { [id]: http(chainRpcUrl, { batch: true, retryCount: 0, timeout: NODE_PATIENCE_MS, fetchFn: fetchOnceSeen }) },
  pollingInterval: pollingIntervalMs,
  multiInjectedProviderDiscovery: false,
  storage: createStorage({
    key: `${CACHED}wagmi`,
    storage: {
      getItem: (key) => keptOnDevice(key).get(),
      setItem: (key, value) => void keptOnDevice(key).set(value),
      removeItem: (key) => void keptOnDevice(key).set(null),
    },
  }),
});

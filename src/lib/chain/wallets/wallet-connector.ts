import { createConnector, type Connector } from '@wagmi/core';
import { chainEndpoints } from '../chain-endpoints.ts';
import { wagmiConfig } from '../wagmi-config.ts';
import type { Address, Eip1193Provider } from './eip1193.ts';
import { ensureProductChain } from './ensure-product-chain.ts';
import { readAccounts, readChainId } from './read-answer.ts';
import { requestWithin } from './request-within.ts';
import { WalletError } from './wallet-error.ts';
import { watchWallet } from './watch-wallet.ts';
import { whilePrompting } from './while-prompting.ts';

/** Emitted by a connector's `message` event before each request to bring the wallet to the product chain. */
export type ChainStep = 'SWITCHING_CHAIN' | 'ADDING_CHAIN';

const connectors = new WeakMap<Eip1193Provider, Connector>();

/** The wagmi connector of a wallet, which handles what real wallets do differently from the standards. */
export function connectorOf(provider: Eip1193Provider): Connector {
  const known = connectors.get(provider);
  if (known) return known;
  const connector = wagmiConfig._internal.connectors.setup(walletConnector(provider));
  connectors.set(provider, connector);
  return connector;
}

function walletConnector(provider: Eip1193Provider) {
  return createConnector<Eip1193Provider>(({ emitter, chains: [chain] }) => {
    let unwatch: (() => void) | undefined;
    const asked = withoutRetries(provider);
    const requestAccounts = (): Promise<unknown> => whilePrompting(() => provider.request({ method: 'eth_requestAccounts' }));
    const getAccounts = async (): Promise<Address[]> => activeAccount(await requestWithin(provider, { method: 'eth_accounts' }));
    const getChainId = async (): Promise<number> => readChainId(await requestWithin(provider, { method: 'eth_chainId' })) ?? NO_CHAIN;
    const onAccountsChanged = (answer: unknown): void => {
      const accounts = activeAccount(answer);
      if (accounts.length === 0) emitter.emit('disconnect');
      else emitter.emit('change', { accounts });
    };
    const onChainChanged = (answer: unknown): void => emitter.emit('change', { chainId: readChainId(answer) ?? NO_CHAIN });
    return {
      id: 'wallet',
      name: 'Wallet',
      type: 'injected',
      async connect({ isReconnecting = false, withCapabilities = false } = {}) {
        const accounts = isReconnecting ? await getAccounts() : activeAccount(await requestAccounts());
        // A wallet that returns no account was closed or left locked.
        if (accounts.length === 0) throw new WalletError('USER_REJECTED');
        unwatch ??= watchWallet(provider, {
          onAccount: (address) => onAccountsChanged(address === undefined ? [] : [address]),
          onChain: onChainChanged,
        });
        const chainId = await getChainId();
        return { accounts: (withCapabilities ? accounts.map((address) => ({ address, capabilities: {} })) : accounts) as never, chainId };
      },
      disconnect() {
        unwatch?.();
        unwatch = undefined;
        return Promise.resolve();
      },
      getAccounts,
      getChainId,
      getProvider: () => Promise.resolve(asked),
      isAuthorized: async () => (await getAccounts()).length > 0,
      async switchChain() {
        const onStep = (type: ChainStep): void => emitter.emit('message', { type });
        const reached = await ensureProductChain(provider, chainEndpoints, { onStep });
        if (!reached.ok) throw reached.error;
        emitter.emit('change', { chainId: chain.id });
        return chain;
      },
      onAccountsChanged,
      onChainChanged,
      onDisconnect: () => emitter.emit('disconnect'),
    };
  });
}

/** The chain of a wallet that doesn't report one. */
const NO_CHAIN = 0;

/** The first account is the one in use (EIP-1193). Wallets that ignore `from` send from it, so the others are ignored. */
function activeAccount(answer: unknown): Address[] {
  return readAccounts(answer).slice(0, 1);
}

/**
 * viem retries with `wallet_sendTransaction` after errors that it takes for an unknown method, including -32000, with which wallets report that their node
 * already has a transaction. A member who confirms twice would pay twice.
 */
function withoutRetries(provider: Eip1193Provider): Eip1193Provider {
  return {
    request: (args) =>
      args.method === 'wallet_sendTransaction'
        ? Promise.reject(Object.assign(new Error('Not asked for'), { code: METHOD_NOT_FOUND }))
        : provider.request(args),
  };
}

/** JSON-RPC 2.0, section 5.1. */
const METHOD_NOT_FOUND = -32601;

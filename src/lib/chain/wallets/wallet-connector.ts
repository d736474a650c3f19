import { type Connector, createConnector } from '@wagmi/core';
import { chainEndpoints } from '../chain-endpoints.ts';
import { addEthereumChainParameter, type ChainEndpoints, productChain } from '../product-chain.ts';
import { wagmiConfig } from '../wagmi-config.ts';
import type { Address, Eip1193Provider, RequestArguments } from './eip1193.ts';
import { readAccounts, readChainId } from './read-answer.ts';
import { toWalletError, WalletError, type WalletErrorCode, walletResult, type WalletResult } from './wallet-error.ts';
import { watchWallet } from './watch-wallet.ts';
import { whilePrompting } from './while-prompting.ts';
import { requestWithin } from './within-time.ts';

/** Emitted by a connector's `message` event before each request to bring the wallet to the product chain. */
export type ChainStep = 'SWITCHING_CHAIN' | 'ADDING_CHAIN';

const connectors = new WeakMap<Eip1193Provider, Connector>();

const switchRequest: RequestArguments = { method: 'wallet_switchEthereumChain', params: [{ chainId: productChain.hexId }] };

/** After these, another request would annoy, or lie behind the one that is open. */
const FINAL: readonly WalletErrorCode[] = ['USER_REJECTED', 'REQUEST_PENDING', 'TIMEOUT'];

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

/** The steps that brought the wallet to the product chain. */
type ProductChainReached = 'ALREADY' | 'SWITCHED' | 'ADDED';

export interface ProductChainOptions {
  /** Called before each request to the wallet, so that the screen can explain it. */
  onStep?: (step: 'SWITCHING_CHAIN' | 'ADDING_CHAIN') => void;
  /** How long a wallet may take to report the chain it claims to have switched to. */
  settleMs?: number;
}

/**
 * Brings the wallet to the product chain: checks it, requests a switch (EIP-3326), and if that fails offers the chain once (EIP-3085) and switches again.
 * Wallets report a chain that they don't know in many ways, or resolve switches that they didn't make, so every failure counts but those which say that
 * the person declined or has still to answer.
 */
export function ensureProductChain(
  provider: Eip1193Provider,
  endpoints: ChainEndpoints,
  { onStep, settleMs = 3000 }: ProductChainOptions = {},
): Promise<WalletResult<ProductChainReached>> {
  return walletResult(async () => {
    if (await isOnProductChain(provider)) return 'ALREADY';
    const arrival = watchArrival(provider);
    const request = (args: RequestArguments): Promise<void> => requestOrArrive(provider, args, arrival.reached);
    try {
      onStep?.('SWITCHING_CHAIN');
      if (await wasSwitched(request(switchRequest), () => settles(provider, arrival.reached, settleMs))) return 'SWITCHED';
      onStep?.('ADDING_CHAIN');
      await request({ method: 'wallet_addEthereumChain', params: [addEthereumChainParameter(endpoints)] });
      // Many wallets switch to a chain they add; requesting the switch again would prompt their owner twice.
      if (!(await isOnProductChain(provider))) {
        onStep?.('SWITCHING_CHAIN');
        await request(switchRequest);
      }
      if (!(await settles(provider, arrival.reached, settleMs))) throw new WalletError('CHAIN_NOT_CONFIGURED');
      return 'ADDED';
    } finally {
      arrival.stop();
    }
  });
}

async function isOnProductChain(provider: Eip1193Provider): Promise<boolean> {
  return readChainId(await requestWithin(provider, { method: 'eth_chainId' })) === productChain.id;
}

/** Some mobile wallets switch and emit the event, but never answer the request. */
function watchArrival(provider: Eip1193Provider): { reached: Promise<void>; stop(): void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const onChain = (chainId: number | undefined): void => {
    if (chainId === productChain.id) resolve(undefined);
  };
  return { reached: promise, stop: watchWallet(provider, { onAccount: () => undefined, onChain }) };
}

async function requestOrArrive(provider: Eip1193Provider, args: RequestArguments, reached: Promise<void>): Promise<void> {
  await whilePrompting(() => Promise.race([provider.request(args), reached]));
}

async function wasSwitched(switched: Promise<void>, settles: () => Promise<boolean>): Promise<boolean> {
  try {
    await switched;
  } catch (thrown) {
    const error = toWalletError(thrown);
    if (FINAL.includes(error.code)) throw error;
    return false;
  }
  return settles();
}

/** Whether the wallet reports the product chain, now or within a moment. */
async function settles(provider: Eip1193Provider, reached: Promise<void>, settleMs: number): Promise<boolean> {
  if (await isOnProductChain(provider)) return true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settled = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, settleMs);
  });
  await Promise.race([reached, settled]);
  clearTimeout(timer);
  return isOnProductChain(provider);
}

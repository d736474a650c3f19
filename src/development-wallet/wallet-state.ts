import { type ChainEndpoints, productChain } from '../lib/chain/product-chain.ts';
import type { Address } from '../lib/chain/wallets/eip1193.ts';
import { keptOnDevice } from '../lib/storage/kept.ts';
import { developmentAccounts } from './development-accounts.ts';
import { isRecord } from './rpc-error.ts';

/** A network the wallet knows. Without a node one can switch to it, but can't read or send. */
export interface WalletChain {
  id: number;
  name: string;
  symbol: string;
  rpcUrl?: string | undefined;
}

export interface WalletState {
  /** Index of the account in use. */
  selected: number;
  /** Origins that may see the selected account. */
  connected: string[];
  locked: boolean;
  chainId: number;
  /** Known networks besides Ethereum, which every wallet knows. */
  chains: WalletChain[];
}

export const ethereum: WalletChain = { id: 1, name: 'Ethereum', symbol: 'ETH' };

const kept = keptOnDevice<WalletState>('jufi-wallet', { read: parseState, write: JSON.stringify });

/** Starts on the product chain, so that a newcomer faces one question at a time. */
function initialState({ rpcUrl }: Pick<ChainEndpoints, 'rpcUrl'>): WalletState {
  const product = { id: productChain.id, name: productChain.name, symbol: productChain.nativeCurrency.symbol, rpcUrl };
  return { selected: 0, connected: [], locked: false, chainId: product.id, chains: [product] };
}

/** Parses a stored state; undefined unless it is complete and consistent. */
function parseState(stored: string): WalletState | undefined {
  const value: unknown = JSON.parse(stored);
  return isState(value) && chainOf(value) !== undefined ? value : undefined;
}

export function knownChains(state: WalletState): WalletChain[] {
  return [ethereum, ...state.chains];
}

/** The current network. */
export function chainOf(state: WalletState): WalletChain | undefined {
  return knownChains(state).find(({ id }) => id === state.chainId);
}

/** The accounts a site sees: none if the wallet is locked or the site isn't connected. */
export function exposedAccounts({ locked, connected, selected }: WalletState, origin: string): Address[] {
  const account = developmentAccounts[selected];
  return account && !locked && connected.includes(origin) ? [account] : [];
}

function isState(value: unknown): value is WalletState {
  if (!isRecord(value)) return false;
  const { selected, connected, locked, chainId, chains } = value;
  return (
    typeof selected === 'number' &&
    selected in developmentAccounts &&
    Array.isArray(connected) &&
    connected.every((origin) => typeof origin === 'string') &&
    typeof locked === 'boolean' &&
    typeof chainId === 'number' &&
    Array.isArray(chains) &&
    chains.every(isChain)
  );
}

function isChain(value: unknown): value is WalletChain {
  if (!isRecord(value)) return false;
  const { id, name, symbol, rpcUrl } = value;
  return (
    Number.isSafeInteger(id) && typeof name === 'string' && typeof symbol === 'string' && ['string', 'undefined'].includes(typeof rpcUrl)
  );
}

export interface WalletStore {
  get(): WalletState;
  update(change: Partial<WalletState>): void;
  reset: () => void;
  /** Called on every change, whether from this page or another tab. */
  subscribe(listener: (state: WalletState, before: WalletState) => void): void;
}

/** The wallet's state under its own local storage key, or in memory if the browser stores nothing. */
export function createWalletStore(endpoints: Pick<ChainEndpoints, 'rpcUrl'>): WalletStore {
  const listeners = new Set<(state: WalletState, before: WalletState) => void>();
  let state = kept.get() ?? initialState(endpoints);
  const become = (next: WalletState): void => {
    const before = state;
    state = next;
    for (const listener of listeners) listener(state, before);
  };
  const keep = (next: WalletState): void => {
    kept.set(next);
    become(next);
  };
  window.addEventListener('storage', ({ key }) => {
    if (key === kept.name || key === null) become(kept.get() ?? initialState(endpoints));
  });
  return {
    get: () => state,
    update: (change) => keep({ ...state, ...change }),
    reset: () => keep(initialState(endpoints)),
    subscribe: (listener) => {
      listeners.add(listener);
    },
  };
}

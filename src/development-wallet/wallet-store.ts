import type { ChainEndpoints } from '../lib/chain/product-chain.ts';
import { deviceStorage } from '../lib/storage/safe-storage.ts';
import { initialState, parseState, type WalletState } from './wallet-state.ts';

export interface WalletStore {
  get(): WalletState;
  update(change: Partial<WalletState>): void;
  reset: () => void;
  /** Called on every change, whether from this page or another tab. */
  subscribe(listener: (state: WalletState, before: WalletState) => void): void;
}

export const walletKey = 'jufi-wallet';

/** The wallet's state under its own local storage key, or in memory if the browser stores nothing. */
export function createWalletStore(endpoints: Pick<ChainEndpoints, 'rpcUrl'>): WalletStore {
  const listeners = new Set<(state: WalletState, before: WalletState) => void>();
  let state = parseState(deviceStorage.get(walletKey)) ?? initialState(endpoints);
  const become = (next: WalletState): void => {
    const before = state;
    state = next;
    for (const listener of listeners) listener(state, before);
  };
  const keep = (next: WalletState): void => {
    deviceStorage.set(walletKey, JSON.stringify(next));
    become(next);
  };
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === walletKey || key === null) become(parseState(newValue) ?? initialState(endpoints));
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

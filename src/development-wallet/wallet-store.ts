import type { ChainEndpoints } from '../lib/chain/product-chain.ts';
import { keptOnDevice } from '../lib/storage/kept.ts';
import { initialState, parseState, type WalletState } from './wallet-state.ts';

export interface WalletStore {
  get(): WalletState;
  update(change: Partial<WalletState>): void;
  reset: () => void;
  /** Called on every change, whether from this page or another tab. */
  subscribe(listener: (state: WalletState, before: WalletState) => void): void;
}

const kept = keptOnDevice<WalletState>('jufi-wallet', { read: parseState, write: JSON.stringify });

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

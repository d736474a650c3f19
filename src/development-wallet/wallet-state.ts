import { productChain, type ChainEndpoints } from '../lib/chain/product-chain.ts';
import type { Address } from '../lib/chain/wallets/eip1193.ts';
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

/** Starts on the product chain, so that a newcomer faces one question at a time. */
export function initialState({ rpcUrl }: Pick<ChainEndpoints, 'rpcUrl'>): WalletState {
  const product = { id: productChain.id, name: productChain.name, symbol: productChain.nativeCurrency.symbol, rpcUrl };
  return { selected: 0, connected: [], locked: false, chainId: product.id, chains: [product] };
}

/** Parses a stored state; undefined unless it is complete and consistent. */
export function parseState(stored: string): WalletState | undefined {
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

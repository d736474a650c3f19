import type { Address, Eip1193Listener, Eip1193Provider } from './eip1193.ts';
import { readAccounts, readChainId } from './read-answer.ts';
import { walletResult, type WalletResult } from './wallet-error.ts';
import { requestWithin } from './within-time.ts';

export interface WalletWatcher {
  /** No address: the wallet was locked or disconnected. */
  onAccount(address: Address | undefined): void;
  onChain(chainId: number | undefined): void;
}

/** Calls back on changes in the wallet. Returns an unsubscribe function. EIP-1193's `disconnect` is about the chain, not the account, so it's ignored. */
export function watchWallet(provider: Eip1193Provider, watcher: WalletWatcher): () => void {
  const listeners: Record<string, Eip1193Listener> = {
    accountsChanged: (accounts) => watcher.onAccount(readAccounts(accounts)[0]),
    chainChanged: (chainId) => watcher.onChain(readChainId(chainId)),
  };
  for (const [event, listener] of Object.entries(listeners)) provider.on?.(event, listener);
  return () => {
    for (const [event, listener] of Object.entries(listeners)) provider.removeListener?.(event, listener);
  };
}

export interface AttachedWallet {
  /** Absent if the wallet is locked or no longer connected to this site. */
  address: Address | undefined;
  chainId: number | undefined;
}

/** Reads account and chain of the wallet last used here, without a prompt: just `eth_accounts` and `eth_chainId`. */
export function reattachWallet(provider: Eip1193Provider): Promise<WalletResult<AttachedWallet>> {
  return walletResult(async () => {
    const [accounts, chainId] = await Promise.all([
      requestWithin(provider, { method: 'eth_accounts' }),
      requestWithin(provider, { method: 'eth_chainId' }),
    ]);
    return { address: readAccounts(accounts)[0], chainId: readChainId(chainId) };
  });
}

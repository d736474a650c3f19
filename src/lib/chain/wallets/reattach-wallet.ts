import type { Address, Eip1193Provider } from './eip1193.ts';
import { readAccounts, readChainId } from './read-answer.ts';
import { requestWithin } from './within-time.ts';
import { walletResult, type WalletResult } from './wallet-error.ts';

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

import { findWallet } from '../lib/chain/wallets/find-wallet.ts';
import type { Address, Eip1193Provider } from '../lib/chain/wallets/eip1193.ts';
import { sameAddress } from '../lib/chain/wallets/read-answer.ts';
import { reattachWallet } from '../lib/chain/wallets/reattach-wallet.ts';
import { rememberedWallet } from '../lib/chain/wallets/remembered-wallet.ts';
import { watchWallet } from '../lib/chain/wallets/watch-wallet.ts';
import { tabStorage } from '../lib/storage/safe-storage.ts';
import { shellKeys } from '../lib/storage/storage-keys.ts';
import { $isSignedIn, $previousAddress, endSession } from '../stores/session.ts';
import { noteWalletChain } from '../stores/wallet-chain.ts';

/**
 * Attaches the wallet used to sign in, without a prompt and without a library, and follows it: another account ends the session, another
 * chain opens the invalid-chain modal. A locked or missing wallet changes nothing.
 */
export async function watchRememberedWallet(): Promise<void> {
  const id = rememberedWallet.get();
  const wallet = id === null ? undefined : await findWallet(id);
  if (!wallet) return;
  const { provider } = wallet;
  watchWallet(provider, {
    onAccount: (address) => followAccount(address),
    onChain: (chainId) => followChain(provider, chainId),
  });
  const attached = await reattachWallet(provider);
  if (!attached.ok || attached.value.address === undefined) return;
  followAccount(attached.value.address);
  followChain(provider, attached.value.chainId);
}

function followAccount(address: Address | undefined): void {
  const previous = $previousAddress.get();
  if (!$isSignedIn.get() || address === undefined || previous === undefined || sameAddress(address, previous)) return;
  // The landing page asks to sign in with the new account.
  tabStorage.set(shellKeys.askSignIn, '1');
  endSession('WALLET_CHANGED');
}

function followChain(provider: Eip1193Provider, chainId: number | undefined): void {
  if ($isSignedIn.get() && chainId !== undefined) noteWalletChain(provider, chainId);
}

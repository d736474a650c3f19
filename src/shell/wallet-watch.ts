import type { Address, Eip1193Provider } from '../lib/chain/wallets/eip1193.ts';
import { findWallet, rememberedWallet } from '../lib/chain/wallets/find-wallet.ts';
import { sameAddress } from '../lib/chain/wallets/read-answer.ts';
import { reattachWallet, watchWallet } from '../lib/chain/wallets/watch-wallet.ts';
import { walletConnectId } from '../lib/chain/wallets/wallet-options.ts';
import { signInAsked } from '../lib/visit/tab-marks.ts';
import { closeModal, openModal, whileOpen } from '../stores/modals.ts';
import { $isSignedIn, $previousAddress, endSession } from '../stores/session.ts';
import { $walletChain, noteWalletChain } from '../stores/wallet-chain.ts';
import { $renewal, $walletFlow, signInPart } from '../stores/wallet-flow.ts';

/**
 * Attaches the wallet used to sign in, without a prompt and without a library, and follows it: another account ends the session, another
 * chain opens the invalid-chain modal. A locked or missing wallet changes nothing.
 */
export async function watchRememberedWallet(): Promise<void> {
  const id = rememberedWallet.get();
  if (id === null) return;
  if (id === walletConnectId) {
    // Its library weighs more than a page: it waits until somebody reaches for the wallet.
    attachWhenWanted(() => attachWallet(id));
  } else await attachWallet(id);
}

/** Whether the wallet was found, with an account. */
async function attachWallet(id: string): Promise<boolean> {
  // Where the connection is slow, a wallet may announce itself long after the page has started.
  const wallet = await findWallet(id, { withinMs: Infinity });
  if (!wallet) return false;
  const { provider } = wallet;
  watchWallet(provider, {
    onAccount: (address) => {
      if (address === undefined && id === walletConnectId) void tellEnd(provider);
      else followAccount(address);
    },
    onChain: (chainId) => followChain(provider, chainId),
  });
  const attached = await reattachWallet(provider);
  if (!attached.ok || attached.value.address === undefined) return false;
  followAccount(attached.value.address);
  followChain(provider, attached.value.chainId);
  return true;
}

function followAccount(address: Address | undefined): void {
  const previous = $previousAddress.get();
  if (!$isSignedIn.get() || address === undefined || previous === undefined || sameAddress(address, previous)) return;
  // The landing page asks to sign in with the new account.
  signInAsked.set('1');
  endSession('WALLET_CHANGED');
}

/** A session with a wallet elsewhere has ended, there or by its age: nothing can be sent until there is a new one. */
async function tellEnd(provider: Eip1193Provider): Promise<void> {
  const chain = $walletChain.get();
  if (!$isSignedIn.get() || !('provider' in chain) || chain.provider !== provider) return;
  $walletChain.set({ status: 'UNKNOWN' });
  closeModal('invalid-chain');
  const { walletFlow } = await signInPart.whenLoaded();
  walletFlow.refuse({ id: walletConnectId, name: 'WalletConnect' }, 'CONNECTION_ENDED');
  openModal('wallet');
}

function followChain(provider: Eip1193Provider, chainId: number | undefined): void {
  if ($isSignedIn.get() && chainId !== undefined) noteWalletChain(provider, chainId);
}

/**
 * When the wallet choice opens because something needs a wallet, attaches the signed-in member's own one and closes the choice. Does nothing for a person
 * who is signing in again or has chosen another wallet meanwhile.
 */
function attachWhenWanted(attach: () => Promise<boolean>): void {
  let isAttached = false;
  whileOpen('wallet', () => {
    let isOpen = true;
    const start = async (): Promise<void> => {
      if ($renewal.get() !== null || isAttached) return;
      isAttached = await attach();
      if (isAttached && isOpen && $walletFlow.get().step === 'IDLE') closeModal('wallet');
    };
    void start();
    return () => {
      isOpen = false;
    };
  });
}

import { findWallet, rememberedWallet } from '../lib/chain/wallets/find-wallet.ts';
import { $modals, isOpen, openModal } from './modals.ts';
import { $renewal, $walletFlow } from './wallet-flow.ts';
import { $user } from './session.ts';
import { walletFlow } from './sign-in.ts';
import { SIGN_IN_MODALS } from './sign-in-modals.ts';

/**
 * Has the member sign in again without leaving the page, with the remembered wallet or another one of their choice: for what a token alone
 * must not allow. Resolves to true when done, or false if cancelled by closing the dialogs. Another account is refused before it is asked
 * to sign.
 */
export async function renewSession(): Promise<boolean> {
  const user = $user.get();
  if (user === null || $renewal.get() !== null) return false;
  $renewal.set(user);
  openModal('wallet');
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const settleIfOver = (): void => {
    if ($walletFlow.get().step === 'SIGNED_IN') resolve(true);
    else if (!SIGN_IN_MODALS.some(isOpen)) resolve(false);
  };
  const stopListening = [$walletFlow.listen(settleIfOver), $modals.listen(settleIfOver)];
  void chooseRemembered();
  try {
    return await promise;
  } finally {
    for (const stop of stopListening) stop();
    $renewal.set(null);
    walletFlow.reset();
  }
}

async function chooseRemembered(): Promise<void> {
  const id = rememberedWallet.get();
  const wallet = id === null ? undefined : await findWallet(id);
  // The person may have chosen a wallet, or given up, meanwhile.
  if (wallet && $renewal.get() !== null && $walletFlow.get().step === 'IDLE') await walletFlow.choose(wallet);
}

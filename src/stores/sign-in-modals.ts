import type { WalletFlow } from '../lib/wallet-flow/create-wallet-flow.ts';
import { isBusy, type WalletFlowState } from '../lib/wallet-flow/wallet-flow-state.ts';
import { $modals, closeModal, type ModalName, openModal } from './modals.ts';
import { goToLandingPage } from './go-to-landing-page.ts';
import { $renewal, $walletFlow } from './wallet-flow.ts';

export const SIGN_IN_MODALS: readonly ModalName[] = ['wallet', 'sign-message', 'invalid-chain'];

/** Opens the modal for the sign-in's state, and cancels the sign-in when the person closes it. */
export function followSignIn(flow: Pick<WalletFlow, 'cancel'>): () => void {
  let before = $walletFlow.get();
  const stopFollowing = $walletFlow.listen((state) => {
    const last = before;
    before = state;
    showModalOf(state, last);
  });
  const stopWatching = $modals.listen(({ open, suspended }) => {
    const modals = modalsOf($walletFlow.get());
    if (modals.length > 0 && !modals.some((name) => name === open || name === suspended)) flow.cancel();
  });
  return () => {
    stopFollowing();
    stopWatching();
  };
}

function showModalOf(state: WalletFlowState, last: WalletFlowState): void {
  const isOnOtherChain = state.step === 'FAILED' && (state.reason === 'CHAIN_REFUSED' || state.reason === 'CHAIN_NOT_CONFIGURED');
  if (isOnOtherChain) openModal('invalid-chain');
  // Not before its message is there: a dialog that grows moves its buttons under the finger.
  if (isOffered(state) && !isOffered(last)) {
    // It's suspended behind the other one for a moment, so that the sign-in is never without a visible modal.
    openModal('sign-message');
    closeModal('invalid-chain');
  }
  // Cancelled while the provider was being called: nothing is left to do in it.
  if (state.step === 'IDLE' && (last.step === 'SIGNING' || last.step === 'AUTHENTICATING')) closeModal('sign-message');
  if (state.step === 'SIGNED_IN') {
    for (const name of ['sign-message', 'invalid-chain', 'wallet'] as const) closeModal(name);
    if ($renewal.get() === null) goToLandingPage();
  }
}

function isOffered(state: WalletFlowState): boolean {
  return state.step === 'SIGNING' && state.phase === 'OFFERED';
}

/** The modals of a sign-in; once the person has closed all of them, it's cancelled. Connected but not signed in stays as it is. */
function modalsOf(state: WalletFlowState): readonly ModalName[] {
  const isPrepared = state.step === 'AUTHENTICATING' || (state.step === 'SIGNING' && state.phase !== 'PREPARING');
  if (isBusy(state)) return isPrepared ? ['sign-message'] : SIGN_IN_MODALS;
  return state.step === 'FAILED' ? SIGN_IN_MODALS : [];
}

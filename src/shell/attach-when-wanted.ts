import { closeModal, whileOpen } from '../stores/modals.ts';
import { $renewal } from '../stores/renewal.ts';
import { $walletFlow } from '../stores/wallet-flow.ts';

/**
 * Attaches the wallet of a member who is signed in when the choice of wallets opens, as it does for whatever needs one, and closes that again when the
 * wallet is there. Who signs in anew, or has chosen another meanwhile, goes on.
 */
export function attachWhenWanted(attach: () => Promise<boolean>): void {
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

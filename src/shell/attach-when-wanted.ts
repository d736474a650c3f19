import { closeModal, whileOpen } from '../stores/modals.ts';
import { $renewal } from '../stores/renewal.ts';
import { $walletFlow } from '../stores/wallet-flow.ts';

/**
 * When the wallet choice opens because something needs a wallet, attaches the signed-in member's own one and closes the choice. Does nothing for a person
 * who is signing in again or has chosen another wallet meanwhile.
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

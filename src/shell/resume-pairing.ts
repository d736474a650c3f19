import { walletConnectPairing } from '../lib/chain/wallets/walletconnect-pairing.ts';
import { openModal } from '../stores/modals.ts';

/** A phone may discard the tab while the wallet's app is open: the dialog then waits on for what the wallet answers. */
export function resumePairing(): void {
  if (walletConnectPairing.get() === null) walletConnectPairing.forget();
  else openModal('wallet');
}

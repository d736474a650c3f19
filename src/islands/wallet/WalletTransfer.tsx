import { useEffect } from 'react';
import { showModal } from '../dialog/show-modal.ts';
import { island } from '../root/island.ts';
import { Balances } from './Balances.tsx';
import { TransferModal } from './TransferModal.tsx';

/** Links to the wallet that open the dialog end in this. */
const SEND = '#send';

/** The balances, and the dialog that transfers one: hydrated together, so that the dialog never opens for a token it doesn't know. */
export const WalletTransfer = island(function WalletTransfer(): React.JSX.Element {
  useEffect(() => {
    if (location.hash !== SEND) return;
    showModal('transfer');
    // Removed once it has opened, so that a reload doesn't open it again.
    history.replaceState(history.state, '', location.pathname);
  }, []);
  return (
    <>
      <Balances />
      <dialog id="transfer-modal" aria-labelledby="transfer-title">
        <TransferModal />
      </dialog>
    </>
  );
});

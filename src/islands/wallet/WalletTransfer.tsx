import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { definePart } from '../../lib/visit/define-part.ts';
import { $modals, openModal } from '../../stores/modals.ts';
import { $transferTerms, transferAction } from '../../stores/transfer.ts';
import { keepDraft } from '../action/use-draft.ts';
import { useFlowPart } from '../action/use-flow-part.ts';
import { island } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';
import { Balances } from './Balances.tsx';

const flowPart = definePart(() => import('./TransferFlow.tsx'));

/** Links to the wallet that open the dialog end in this, and may name the recipient's UID. */
const SEND = /^#send(?:=([a-z0-9]{6,12}))?$/;

/** The balances, and the dialog that transfers one: hydrated together, so that the dialog never opens for a token it doesn't know. */
export const WalletTransfer = island(function WalletTransfer({ portfolioHref }: { portfolioHref: string }): React.JSX.Element {
  const isOpen = useStore($modals, { ssr: 'initial' }).open === 'transfer';
  const { flow, button } = useFlowPart(flowPart, transferAction, isOpen ? 'now' : 'not yet');
  // Read with the page, so that the form opens complete.
  useServerState($transferTerms);
  useEffect(() => {
    const named = SEND.exec(location.hash);
    if (!named) return;
    if (named[1] !== undefined) keepDraft('transfer-to', named[1]);
    openModal('transfer');
    // Removed once it has opened, so that a reload doesn't open it again.
    history.replaceState(history.state, '', location.pathname);
  }, []);
  return (
    <>
      <Balances button={button} portfolioHref={portfolioHref} />
      {flow && <flow.TransferFlow />}
    </>
  );
});

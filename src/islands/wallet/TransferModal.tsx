import { definePart } from '../../lib/visit/define-part.ts';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { readForPerson, revalidateKeys } from '../../stores/server-state.ts';
import { $user } from '../../stores/session.ts';
import { $transferDestination, $transferTerms, $transferWallet, transferAction } from '../../stores/transfer.ts';
import { $walletBalance } from '../../stores/wallet.ts';
import { usePart } from '../action/use-part.ts';
import { DialogHead } from '../dialog/DialogHead.tsx';
import { useDrawnAhead } from '../dialog/use-drawn-ahead.ts';
import { useTitleReadAnew } from '../dialog/use-title-read-anew.ts';
import { useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';
import { TransferForm } from './TransferForm.tsx';
import { useTransferDrafts } from './use-transfer-drafts.ts';

const stepsPart = definePart(() => import('./TransferSteps.tsx'));

/** A transfer to another member or to the member's own address: form, review, and progress. */
export function TransferModal(): React.JSX.Element {
  const { transfer } = useTexts('wallet');
  const { close } = useTexts('common');
  const state = useStore(transferAction.$state, { ssr: 'initial' });
  const walletType = useStore($transferWallet, { ssr: 'initial' });
  const destination = useStore($transferDestination, { ssr: 'initial' });
  const balances = useStore($walletBalance, { ssr: () => ({}) });
  const user = useStore($user, { ssr: () => null });
  const { data: terms, error } = useServerState($transferTerms);
  const drafts = useTransferDrafts();
  const { clear } = drafts;
  // Cleared at once, however the dialog is closed: otherwise it could be sent twice. An earlier transfer that was found instead isn't this one.
  const isMade = state.step === 'done' && !state.isEarlier;
  useEffect(() => {
    if (isMade) clear();
  }, [isMade, clear]);
  const isTyped = drafts.to !== '' || drafts.amount !== '';
  const steps = usePart(stepsPart, state.step !== 'idle' ? 'now' : isTyped ? 'soon' : 'not yet');
  const isReviewed = state.step === 'reviewing' || state.step === 'signing';
  const heading = useTitleReadAnew(state.step === 'idle' ? 'form' : steps === null ? 'fetching' : isReviewed ? 'review' : 'follow');
  const self = user && { id: user.id, uid: user.uid, username: user.username, address: user.address };
  const order = 'order' in state ? state.order : null;
  const decimals = balances[walletType]?.decimals ?? null;
  const ownTerms = terms?.walletType === walletType ? terms : null;
  useDrawnAhead('transfer-modal', decimals !== null && ownTerms !== null);
  return (
    <>
      <DialogHead id="transfer-title" title={transfer.title} close={close} heading={heading} />
      {state.step === 'idle' && (
        <TransferForm
          walletType={walletType}
          destination={destination}
          decimals={decimals ?? 0}
          terms={decimals === null ? null : ownTerms}
          isFailed={error !== undefined && error !== null}
          self={self}
          drafts={drafts}
          retry={() => readForPerson(() => revalidateKeys((key) => key.startsWith('wallet/')))}
          next={transferAction.review}
        />
      )}
      {state.step !== 'idle' && steps === null && (
        <div className="dlg-body">
          <p aria-busy="true" />
        </div>
      )}
      {state.step !== 'idle' && steps !== null && (
        <steps.TransferSteps state={state} terms={terms && terms.walletType === order?.walletType ? terms : null} self={self} />
      )}
    </>
  );
}

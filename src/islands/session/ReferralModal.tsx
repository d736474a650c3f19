import { useEffect, useState } from 'react';
import { interpolate } from '../jsx/interpolate.ts';
import { withoutMarks } from '../jsx/kept-text.ts';
import { isolate } from '../../lib/isolate.ts';
import { closeModal, openModal } from '../../stores/modals.ts';
import {
  $referralBinding,
  $referralOffer,
  acceptReferral,
  isKnownReferral,
  showReferral,
  type ReferralOffer,
} from '../../stores/referral.ts';
import { showToast } from '../../stores/toasts.ts';
import { DialogHead } from '../dialog/DialogHead.tsx';
import { island, useTexts } from '../root/island.ts';
import { FlowNotice } from './FlowNotice.tsx';
import { referralFailure, ReferralUndo } from './ReferralUndo.tsx';
import { useShown } from '../state/use-shown.ts';

/** Shows who invited the member, and lets them accept, or undo it while that is possible. Opens automatically when there is something to show. */
export const ReferralModal = island(function ReferralModal() {
  const { referral, dialog } = useTexts('session');
  const offer = useShown($referralOffer);
  const binding = useShown($referralBinding);

  useEffect(() => {
    if (offer) showReferral(offer);
  }, [offer]);
  useEffect(() => {
    if (binding && !isKnownReferral(binding)) openModal('referral');
  }, [binding]);

  const title = binding ? referral.yours : referral.title;
  return (
    <>
      <DialogHead id="referral-title" title={title} close={dialog.close} />
      {binding ? <ReferralUndo binding={binding} onDone={() => closeModal('referral')} /> : <Offer offer={offer} />}
    </>
  );
});

function Offer({ offer }: { offer: ReferralOffer | null }) {
  const { referral, failures } = useTexts('session');
  const [isBinding, setBinding] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const names = { sponsor: isolate(offer?.sponsor ?? '') };

  const bind = async (accepted: ReferralOffer): Promise<void> => {
    if (isBinding) return;
    setBinding(true);
    setFailure(null);
    try {
      if (await acceptReferral(accepted)) {
        $referralOffer.set(null);
        showToast({ kind: 'success', message: withoutMarks(interpolate(referral.bound, names)) });
        // Once bound, shows until when it can be undone; with a provider that doesn't support undoing, nothing.
        if ($referralBinding.get()) openModal('referral');
        else closeModal('referral');
      } else {
        setFailure(referral.notSigned);
        openModal('referral');
      }
    } catch (error) {
      setFailure(referralFailure(error, failures));
      // Signing in again closed this modal.
      openModal('referral');
    } finally {
      setBinding(false);
    }
  };

  return (
    <>
      <div className="dlg-body">{offer && <p>{interpolate(referral.text, names)}</p>}</div>
      <div className="dlg-foot">
        {failure !== null && <FlowNotice kind="failed" text={failure} />}
        {isBinding && <FlowNotice kind="waiting" text={referral.binding} />}
        {offer && (
          <div className="btn-row">
            <button className="btn btn-primary" type="button" aria-busy={isBinding} onClick={() => void bind(offer)}>
              {interpolate(referral.bind, names)}
            </button>
            <button className="btn btn-ghost" type="button" onClick={() => closeModal('referral')}>
              {referral.later}
            </button>
          </div>
        )}
      </div>
    </>
  );
}

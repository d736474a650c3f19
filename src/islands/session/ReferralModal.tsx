import { useStore } from '@nanostores/react';
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
import { island } from '../root/island.ts';
import { FlowNotice } from './FlowNotice.tsx';
import { referralFailure } from './referral-failure.ts';
import { ReferralUndo } from './ReferralUndo.tsx';
import type { SessionTexts } from './session-texts.ts';

export interface ReferralModalProps {
  texts: Pick<SessionTexts, 'dialog' | 'referral' | 'failures'>;
}

/** Shows who invited the member, and lets them accept, or undo it while that is possible. Opens automatically when there is something to show. */
export const ReferralModal = island(function ReferralModal({ texts }: ReferralModalProps): React.JSX.Element {
  const offer = useStore($referralOffer, { ssr: 'initial' });
  const binding = useStore($referralBinding, { ssr: 'initial' });

  useEffect(() => {
    if (offer) showReferral(offer);
  }, [offer]);
  useEffect(() => {
    if (binding && !isKnownReferral(binding)) openModal('referral');
  }, [binding]);

  const title = binding ? texts.referral.yours : texts.referral.title;
  return (
    <>
      <DialogHead id="referral-title" title={title} close={texts.dialog.close} />
      {binding ? (
        <ReferralUndo binding={binding} texts={texts} onDone={() => closeModal('referral')} />
      ) : (
        <Offer offer={offer} texts={texts} />
      )}
    </>
  );
});

function Offer({ offer, texts }: { offer: ReferralOffer | null; texts: ReferralModalProps['texts'] }): React.JSX.Element {
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
        showToast({ kind: 'success', message: withoutMarks(interpolate(texts.referral.bound, names)) });
        // Once bound, shows until when it can be undone; with a provider that doesn't support undoing, nothing.
        if ($referralBinding.get()) openModal('referral');
        else closeModal('referral');
      } else {
        setFailure(texts.referral.notSigned);
        openModal('referral');
      }
    } catch (error) {
      setFailure(referralFailure(error, texts.failures));
      // Signing in again closed this modal.
      openModal('referral');
    } finally {
      setBinding(false);
    }
  };

  return (
    <>
      <div className="dlg-body">{offer && <p>{interpolate(texts.referral.text, names)}</p>}</div>
      <div className="dlg-foot">
        {failure !== null && <FlowNotice kind="failed" text={failure} />}
        {isBinding && <FlowNotice kind="waiting" text={texts.referral.binding} />}
        {offer && (
          <div className="btn-row">
            <button className="btn btn-primary" type="button" aria-busy={isBinding} onClick={() => void bind(offer)}>
              {interpolate(texts.referral.bind, names)}
            </button>
            <button className="btn btn-ghost" type="button" onClick={() => closeModal('referral')}>
              {texts.referral.later}
            </button>
          </div>
        )}
      </div>
    </>
  );
}

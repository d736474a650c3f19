import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { ApiError, NetworkError } from '../../lib/api/api-error.ts';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import { isolate } from '../../lib/isolate.ts';
import { closeModal } from '../../stores/modals.ts';
import { $referralOffer, acceptReferral, showReferral, type ReferralOffer } from '../../stores/referral.ts';
import { showToast } from '../../stores/toasts.ts';
import { DialogHead } from '../dialog/DialogHead.tsx';
import { FlowNotice } from './FlowNotice.tsx';
import type { SessionTexts } from './session-texts.ts';

export interface ReferralModalProps {
  texts: Pick<SessionTexts, 'dialog' | 'referral' | 'failures'>;
}

/** Names who invited the member and lets them accept it; opens itself when there is something to show. */
export function ReferralModal({ texts }: ReferralModalProps): React.JSX.Element {
  const offer = useStore($referralOffer, { ssr: 'initial' });
  const [isBinding, setBinding] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const names = { sponsor: isolate(offer?.sponsor ?? '') };

  useEffect(() => {
    if (offer) showReferral(offer);
  }, [offer]);

  const bind = async (accepted: ReferralOffer): Promise<void> => {
    if (isBinding) return;
    setBinding(true);
    setFailure(null);
    try {
      await acceptReferral(accepted);
      showToast({ kind: 'success', message: interpolate(texts.referral.bound, names) });
      closeModal('referral');
    } catch (error) {
      setFailure(failureText(error, texts.failures));
    } finally {
      setBinding(false);
    }
  };

  return (
    <>
      <DialogHead id="referral-title" title={texts.referral.title} close={texts.dialog.close} />
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

/** The provider's refusal comes in the page's language. */
function failureText(error: unknown, failures: SessionTexts['failures']): string {
  if (error instanceof ApiError && error.message !== '') return error.message;
  return error instanceof NetworkError ? failures.OFFLINE : failures.SERVICE_UNAVAILABLE;
}

import { useState } from 'react';
import { ApiError, NetworkError } from '../../lib/api/api-error.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { isolate } from '../../lib/isolate.ts';
import { knowReferral, type ReferralBinding, undoReferral } from '../../stores/referral.ts';
import { showToast } from '../../stores/toasts.ts';
import { Notice } from '../action/Notice.tsx';
import { formatDateTime } from '../figures/format-time.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { useLocale, useTexts } from '../root/island.ts';

export interface ReferralUndoProps {
  binding: ReferralBinding;
  /** Called once the person has decided, either way. */
  onDone: () => void;
}

/** The referrer, until when they can be undone, and the button that does it. */
export function ReferralUndo({ binding, onDone }: ReferralUndoProps) {
  const { referral, failures } = useTexts('session');
  const locale = useLocale();
  const [isUndoing, setUndoing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const values = {
    sponsor: isolate(binding.referrer.username),
    since: formatDateTime(binding.boundAt, locale),
    until: formatDateTime(binding.undoUntil, locale),
  };

  const undo = async (): Promise<void> => {
    if (isUndoing) return;
    setUndoing(true);
    setFailure(null);
    try {
      await undoReferral();
      showToast({ kind: 'success', message: referral.undone });
      onDone();
    } catch (error) {
      setFailure(referralFailure(error, failures));
    } finally {
      setUndoing(false);
    }
  };
  const keep = (): void => {
    knowReferral(binding);
    onDone();
  };

  return (
    <>
      <div className="dlg-body">
        <p>{interpolate(referral.until, values)}</p>
        <p>{referral.notYou}</p>
      </div>
      <div className="dlg-foot">
        {failure !== null && <Notice kind="failed" text={failure} />}
        {isUndoing && <Notice kind="waiting" text={referral.undoing} />}
        <div className="btn-row">
          <button className="btn btn-primary" type="button" onClick={keep}>
            {interpolate(referral.keep, values)}
          </button>
          <button className="btn btn-ghost" type="button" aria-busy={isUndoing} onClick={() => void undo()}>
            {interpolate(referral.undo, values)}
          </button>
        </div>
      </div>
    </>
  );
}

/** The failure shown. The provider's refusal is in the page's language. */
export function referralFailure(error: unknown, failures: Texts<'session'>['failures']): string {
  if (error instanceof ApiError && error.message !== '') return error.message;
  return error instanceof NetworkError ? failures.OFFLINE : failures.SERVICE_UNAVAILABLE;
}

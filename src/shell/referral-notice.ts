import { referralBinding } from '../lib/api/contract/referral-binding.ts';
import { REACH } from '../lib/dialog/open-dialog.ts';
import { callApi } from '../stores/api.ts';
import { isKnownReferral, setReferralBinding } from '../stores/referral.ts';
import { $isSignedIn } from '../stores/session.ts';

/**
 * Shows the member a referrer that was set elsewhere and can still be undone, since someone else may have set it.
 */
export async function noticeReferral(): Promise<void> {
  // The session may have ended while this module loaded.
  if (!$isSignedIn.get()) return;
  try {
    const { binding } = await callApi(referralBinding, {});
    if (binding === null) return;
    setReferralBinding(binding);
    if (!isKnownReferral(binding)) document.getElementById('referral-modal')?.dispatchEvent(new Event(REACH, { bubbles: true }));
  } catch {
    // The provider lacks the call or doesn't respond: a later page asks again.
  }
}

import { referralBinding } from '../lib/api/contract/referral-binding.ts';
import { callApi } from '../stores/api.ts';
import { $isSignedIn } from '../stores/session.ts';

/**
 * Shows the member a referrer that was set elsewhere and can still be undone, since someone else may have set it. Loads the notice only if
 * there is one.
 */
export async function noticeReferral(): Promise<void> {
  // The session may have ended while this module loaded.
  if (!$isSignedIn.get()) return;
  try {
    const { binding } = await callApi(referralBinding, {});
    if (binding === null) return;
    const [{ isKnownReferral, setReferralBinding }, { REACH }] = await Promise.all([
      import('../stores/referral.ts'),
      import('./watch-dialogs.ts'),
    ]);
    setReferralBinding(binding);
    if (!isKnownReferral(binding)) document.getElementById('referral-modal')?.dispatchEvent(new Event(REACH, { bubbles: true }));
  } catch {
    // The provider lacks the call or doesn't respond: a later page asks again.
  }
}

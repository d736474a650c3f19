import { referralBinding } from '../lib/api/contract/referral-binding.ts';
import { callApi } from '../stores/api.ts';
import { $isSignedIn } from '../stores/session.ts';

/** Shows the member a referrer that was named elsewhere and can still be undone: it may not have been them. What shows it is fetched where there is one. */
export async function noticeReferral(): Promise<void> {
  // The session may have ended while this was fetched.
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
    // A provider that lacks the call, or does not answer: a later page asks again.
  }
}

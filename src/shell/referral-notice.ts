import { isKnownReferral, loadReferralBinding } from '../stores/referral.ts';
import { REACH } from './watch-dialogs.ts';

/** Shows the member a referrer that was named elsewhere and can still be undone: it may not have been them. */
export async function noticeReferral(): Promise<void> {
  try {
    const binding = await loadReferralBinding();
    if (binding && !isKnownReferral(binding)) document.getElementById('referral-modal')?.dispatchEvent(new Event(REACH, { bubbles: true }));
  } catch {
    // A provider that lacks the call, or does not answer: a later page asks again.
  }
}

import { referralInfo } from '../lib/api/contract/team.ts';
import { invitationCode } from '../lib/session/invitation.ts';
import { REACH } from '../lib/dialog/open-dialog.ts';
import { callApi } from '../stores/api.ts';
import { $referralOffer, referralAsked } from '../stores/referral.ts';
import { $user } from '../stores/session.ts';

/**
 * Asks a member who came by an invitation and has no referrer, once, whether to accept it. Doesn't ask if the provider can't say whose
 * invitation it is.
 */
export async function offerReferral(): Promise<void> {
  const code = invitationCode();
  const user = $user.get();
  if (code === null || !user || user.referrer !== null || user.referralCode === code.toUpperCase() || referralAsked.get() === code) return;
  try {
    const { sponsor } = await callApi(referralInfo, { code });
    if (!sponsor) return;
    $referralOffer.set({ code, sponsor: sponsor.username });
    document.getElementById('referral-modal')?.dispatchEvent(new Event(REACH, { bubbles: true }));
  } catch {
    // Refused or unreachable: the invitation waits for the next page.
  }
}

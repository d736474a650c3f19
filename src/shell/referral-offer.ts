import { referralInfo } from '../lib/api/contract/team.ts';
import { invitationCode } from '../lib/session/invitation.ts';
import { tabStorage } from '../lib/storage/safe-storage.ts';
import { shellKeys } from '../lib/storage/storage-keys.ts';
import { callApi } from '../stores/api.ts';
import { openModal } from '../stores/modals.ts';
import { $referralOffer } from '../stores/referral.ts';
import { $user } from '../stores/session.ts';

/** A member without a referrer who came by an invitation is asked once whether to accept it; where the provider cannot say whose it is, nobody is asked. */
export async function offerReferral(): Promise<void> {
  const code = invitationCode();
  const user = $user.get();
  if (code === null || !user || user.referrer !== null || user.referralCode === code || tabStorage.get(shellKeys.referralAsked) === code)
    return;
  try {
    const { sponsor } = await callApi(referralInfo, { code });
    if (!sponsor) return;
    tabStorage.set(shellKeys.referralAsked, code);
    $referralOffer.set({ code, sponsor: sponsor.username });
    openModal('referral');
  } catch {
    // Refused or unreachable: the invitation waits for the next page.
  }
}

import { atom } from 'nanostores';
import { referBy } from '../lib/api/contract/profile.ts';
import { tabStorage } from '../lib/storage/safe-storage.ts';
import { shellKeys, tabKeys } from '../lib/storage/storage-keys.ts';
import { callApi } from './api.ts';
import { openModal } from './modals.ts';
import { $user } from './session.ts';

export interface ReferralOffer {
  code: string;
  /** The name of the member who invited. */
  sponsor: string;
}

export const $referralOffer = atom<ReferralOffer | null>(null);

/** Shows the offer, once in a tab. */
export function showReferral({ code }: ReferralOffer): void {
  tabStorage.set(shellKeys.referralAsked, code);
  openModal('referral');
}

/** Binds the member to who invited them; throws what the client throws. */
export async function acceptReferral({ code }: ReferralOffer): Promise<void> {
  const { referrer } = await callApi(referBy, { referralCode: code });
  const user = $user.get();
  if (user) $user.set({ ...user, referrer });
  tabStorage.remove(tabKeys.referralCode);
}

import { definePart } from '../lib/visit/define-part.ts';
import { atom } from 'nanostores';
import { ApiError, NetworkError } from '../lib/api/api-error.ts';
import type { DataOf } from '../lib/api/contract/define-call.ts';
import { referBy, referralBinding, undoReferBy, userInfo } from '../lib/api/contract/profile.ts';
import type { UserInfo } from '../lib/api/contract/user-info.ts';
import { keptInTab, keptOnDevice } from '../lib/storage/kept.ts';
import { referralCode } from '../lib/visit/tab-marks.ts';
import { callApi } from './api.ts';
import { openModal } from './modals.ts';
import { $user } from './session.ts';

export interface ReferralOffer {
  code: string;
  /** The inviting member's name. */
  sponsor: string;
}

/** A referrer set after joining, which can still be undone. */
export type ReferralBinding = NonNullable<DataOf<typeof referralBinding>['binding']>;

const renewalPart = definePart(() => import('./renew-session.ts'));

/** The invitation that the person was asked about in this tab. */
export const referralAsked = keptInTab('jufi:referral-asked');
/** The late referrer the member was last notified of on this device. */
const knownReferral = keptOnDevice('jufi:referral-known');

export const $referralOffer = atom<ReferralOffer | null>(null);
export const $referralBinding = atom<ReferralBinding | null>(null);

/** Shows the offer, once per tab. */
export function showReferral({ code }: ReferralOffer): void {
  referralAsked.set(code);
  openModal('referral');
}

/**
 * Binds the member to their inviter, after a new wallet sign-in if the provider requires one. Returns false if the person didn't sign in;
 * throws the client's errors.
 */
export async function acceptReferral(offer: ReferralOffer): Promise<boolean> {
  try {
    await bind(offer);
  } catch (error) {
    if (!isRefused(error, 'RECENT_SIGN_IN_REQUIRED')) throw error;
    const { renewSession } = await renewalPart.load().catch((cause: unknown) => {
      throw new NetworkError('UNREACHABLE', cause);
    });
    if (!(await renewSession())) return false;
    await bind(offer);
  }
  referralCode.set(null);
  // A provider that lacks this call doesn't support undoing.
  const { binding } = await callApi(referralBinding, {}).catch(() => ({ binding: null }));
  if (binding) {
    knowReferral(binding);
    setReferralBinding(binding);
  }
  return true;
}

/** Shows a referrer that can still be undone. Somebody else with this session's token may have set it. */
export function setReferralBinding(binding: ReferralBinding): void {
  $referralBinding.set(binding);
  setReferrer(binding.referrer);
}

/** Throws the client's errors. */
export async function undoReferral(): Promise<void> {
  try {
    await callApi(undoReferBy, {});
  } catch (error) {
    // Undone already, by a press whose answer was lost or elsewhere.
    if (!isRefused(error, 'NOTHING_TO_UNDO')) throw error;
  }
  $referralBinding.set(null);
  setReferrer(null);
}

/** The person knows about it, so don't notify them on this device again. */
export function knowReferral(binding: ReferralBinding): void {
  knownReferral.set(nameOf(binding));
}

export function isKnownReferral(binding: ReferralBinding): boolean {
  return knownReferral.get() === nameOf(binding);
}

/** An earlier try may have bound them, with its answer lost. */
async function bind({ code, sponsor }: ReferralOffer): Promise<void> {
  try {
    setReferrer((await callApi(referBy, { referralCode: code })).referrer);
  } catch (error) {
    if (!isRefused(error, 'REFERRER_ALREADY_SET')) throw error;
    const { referrer } = await callApi(userInfo, {});
    if (referrer?.username !== sponsor) throw error;
    setReferrer(referrer);
  }
}

function isRefused(error: unknown, code: ApiError['code']): boolean {
  return error instanceof ApiError && error.code === code;
}

function setReferrer(referrer: UserInfo['referrer']): void {
  const user = $user.get();
  if (user) $user.set({ ...user, referrer });
}

function nameOf({ referrer, boundAt }: ReferralBinding): string {
  return `${$user.get()?.id ?? ''} ${referrer.uid} ${boundAt}`;
}

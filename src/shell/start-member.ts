import { userInfo } from '../lib/api/contract/profile.ts';
import { z } from '../lib/api/contract/zod.ts';
import { rememberedWallet } from '../lib/chain/wallets/remembered-wallet.ts';
import { json, keptInTab, lasting } from '../lib/storage/kept.ts';
import { referralCode } from '../lib/visit/tab-marks.ts';
import { callApi } from '../stores/api.ts';
import { $isSignedIn, $token, $user } from '../stores/session.ts';
import { noticeReferral } from './referral-notice.ts';
import { offerReferral } from './referral-offer.ts';
import { startNotices } from './start-notices.ts';
import { watchRememberedWallet } from './wallet-watch.ts';

const REFERRAL_CHECK_MS = 10 * 60_000;
const A_WHILE_MS = 5_000;

/** When this tab last checked for a referrer that can still be undone. */
const referralChecked = keptInTab('jufi:referral-checked', lasting(REFERRAL_CHECK_MS, json(z.object({ atMs: z.number() }))));

/** Starts what only a signed-in member's pages do. None of it waits for another that may fail. */
export function startMember(isMemberPage: boolean): void {
  const known = $user.get() === null ? loadUser() : Promise.resolve();
  const later = firstActOrAWhile();
  void later.then(() => $isSignedIn.get() && startNotices());
  if (!isMemberPage) return;
  if (rememberedWallet.get() !== null) void known.then(watchRememberedWallet);
  if (referralCode.get() !== null) void known.then(offerReferral);
  if (referralChecked.get() !== null) return;
  referralChecked.set({ atMs: Date.now() });
  void later.then(noticeReferral);
}

/** Asks the provider who is signed in if the device doesn't know, or has stored garbage. */
async function loadUser(): Promise<void> {
  const token = $token.get();
  try {
    const user = await callApi(userInfo, {});
    if ($token.get() === token) $user.set(user);
  } catch {
    // Unreachable, or the session is over, which the client has already reported. The next page asks again.
  }
}

/** Lets the page load first what it needs to be usable. */
function firstActOrAWhile(): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, A_WHILE_MS);
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, resolve, { once: true, passive: true });
  });
}

import { noticeMark } from '../lib/api/contract/notice-mark.ts';
import { referralBinding, userInfo } from '../lib/api/contract/profile.ts';
import { referralInfo } from '../lib/api/contract/team.ts';
import { z } from '../lib/api/contract/zod.ts';
import { rememberedWallet } from '../lib/chain/wallets/find-wallet.ts';
import { REACH } from '../lib/dialog/open-dialog.ts';
import { invitationCode } from '../lib/session/invitation.ts';
import { json, keptInTab, lasting } from '../lib/storage/kept.ts';
import { definePart } from '../lib/visit/define-part.ts';
import { memberWithNews, referralCode } from '../lib/visit/tab-marks.ts';
import { callApi } from '../stores/api.ts';
import { $memberId } from '../stores/member.ts';
import { $referralOffer, isKnownReferral, referralAsked, setReferralBinding } from '../stores/referral.ts';
import { $isSignedIn, $token, $user } from '../stores/session.ts';
import { markNews } from './mark-news.ts';
import { watchRememberedWallet } from './wallet-watch.ts';

const REFERRAL_CHECK_MS = 10 * 60_000;
const A_WHILE_MS = 5_000;

/** When this tab last checked for a referrer that can still be undone. */
const referralChecked = keptInTab('jufi:referral-checked', lasting(REFERRAL_CHECK_MS, json(z.object({ atMs: z.number() }))));

/** Fetched when the list is opened. */
const listPart = definePart(() => import('./fill-notices.ts'));

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

/**
 * Shows the member a referrer that was set elsewhere and can still be undone, since someone else may have set it.
 */
async function noticeReferral(): Promise<void> {
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

/**
 * Asks a member who came by an invitation and has no referrer, once, whether to accept it. Doesn't ask if the provider can't say whose
 * invitation it is.
 */
async function offerReferral(): Promise<void> {
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

/** Marks the bell if something happened that the member hasn't read, at once if the page before knew it, and fills its list when it opens. */
function startNotices(): void {
  const memberId = $memberId.get();
  if (memberId !== null && memberWithNews.get() === memberId) document.querySelector('[data-notices]')?.toggleAttribute('data-news', true);
  const menu = document.getElementById('notices');
  menu?.addEventListener('beforetoggle', (event) => {
    if (event.newState === 'open') void fill(menu);
  });
  // The list may already be open: the press that opened it also loaded this script.
  if (menu?.matches(':popover-open')) void fill(menu);
  void lookForNews();
}

async function fill(menu: HTMLElement): Promise<void> {
  const list = menu.querySelector<HTMLElement>('[data-notice-list]');
  if (!list) return;
  try {
    await (await listPart.load()).fillNotices(list);
  } catch {
    // Offline, or the provider doesn't answer or lacks the call: opening it again asks again.
    const failed = document.createElement('p');
    failed.className = 'note';
    failed.textContent = list.dataset['failed'] ?? '';
    list.replaceChildren(failed);
  }
}

/** Asks once a page whether something happened that the member hasn't read. */
async function lookForNews(): Promise<void> {
  const token = $token.get();
  try {
    const { unread } = await callApi(noticeMark, {});
    // Another member's may be signed in by now.
    if ($token.get() === token) markNews(unread > 0);
  } catch {
    // The provider lacks the call or doesn't respond: a later page asks again.
  }
}

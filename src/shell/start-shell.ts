import { rememberedWallet } from '../lib/chain/wallets/remembered-wallet.ts';
import { tabStorage } from '../lib/storage/safe-storage.ts';
import { shellKeys, tabKeys } from '../lib/storage/storage-keys.ts';
import { $baseUrl } from '../stores/base-url.ts';
import { openModal } from '../stores/modals.ts';
import { hasLocalStorage } from '../stores/persistence.ts';
import { $isSignedIn, $user } from '../stores/session.ts';
import { startAccount } from './account.ts';
import { startLanguageMenu } from './language-menu.ts';
import { startLoader } from './loader.ts';
import { startModals } from './modals.ts';
import { watchForLater } from './later.ts';
import { startSessionWatch } from './session-watch.ts';
import { startThemeToggle } from './theme-toggle.ts';

const REFERRAL_CHECK_MS = 10 * 60_000;

/** Starts the shell behind every page's markup. Runs once, on the first input or when something is waiting to be shown. */
export async function startShell(): Promise<void> {
  if (!('popover' in HTMLElement.prototype)) (await import('@oddbird/popover-polyfill/fn')).apply({ layerName: 'base' });
  if (window.jufiArrival?.linkToken !== undefined) nameReferrers();
  await domReady();
  watchForLater();
  startThemeToggle();
  startLanguageMenu();
  startModals();
  startLoader();
  startAccount();
  startSessionWatch();
  void startWaiting();
  void startNews();
  void startDrawingAhead();
}

/**
 * A login link's response comes with `Referrer-Policy: no-referrer`; if that stayed, a link opened in a new tab would look like a visit
 * wherever `Sec-Fetch-Site` doesn't arrive.
 */
function nameReferrers(): void {
  const meta = document.createElement('meta');
  meta.name = 'referrer';
  meta.content = 'same-origin';
  document.head.append(meta);
}

/** A member page loads this script before it is fully parsed. */
function domReady(): Promise<unknown> | undefined {
  return document.readyState === 'loading'
    ? new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
    : undefined;
}

/** Parts that only some pages need. */
async function startWaiting(): Promise<void> {
  if (window.jufiArrival?.linkToken !== undefined) {
    const module = await import('./login-link.ts');
    await module.proveLinkToken();
  }
  if ($isSignedIn.get() && $user.get() === null) {
    const module = await import('./load-user.ts');
    await module.loadUser();
  }
  if ($baseUrl.get() !== undefined) {
    const module = await import('./base-url-notice.ts');
    module.sayIgnoredBaseUrl();
  }
  if (!hasLocalStorage) {
    const module = await import('./late-settings.ts');
    await module.applyLateLanguage();
  }
  const isMemberPage = document.documentElement.dataset.access === 'member';
  if (!isMemberPage && tabStorage.take(shellKeys.openSignIn) !== null) openModal('wallet');
  if (!isMemberPage || !$isSignedIn.get()) return;
  if (rememberedWallet.get() !== null) {
    const module = await import('./wallet-watch.ts');
    await module.watchRememberedWallet();
  }
  if (tabStorage.get(tabKeys.referralCode) !== null) {
    const module = await import('./referral-offer.ts');
    await module.offerReferral();
  }
  if (Date.now() - Number(tabStorage.get(shellKeys.referralChecked)) < REFERRAL_CHECK_MS) return;
  tabStorage.set(shellKeys.referralChecked, String(Date.now()));
  await firstActOrAWhile();
  // A person who is offline by now sees the message on the next page.
  const module = await import('./referral-notice.ts').catch(() => null);
  await module?.noticeReferral();
}

async function startDrawingAhead(): Promise<void> {
  // Safari has no idle callbacks, and draws nothing ahead.
  if (!('requestIdleCallback' in window) || !document.querySelector('nav.bottom')?.checkVisibility()) return;
  await new Promise((resolve) => requestIdleCallback(resolve));
  const module = await import('./draw-ahead.ts').catch(() => null);
  module?.drawAhead();
}

async function startNews(): Promise<void> {
  await firstActOrAWhile();
  if (!$isSignedIn.get()) return;
  const module = await import('./start-notices.ts').catch(() => null);
  module?.startNotices();
}

const A_WHILE_MS = 5_000;

/** Lets the page load first what it needs to be usable. */
function firstActOrAWhile(): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, A_WHILE_MS);
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, resolve, { once: true, passive: true });
  });
}

import { logout } from '../lib/api/contract/logout.ts';
import { userInfo as userInfoCall } from '../lib/api/contract/profile.ts';
import type { UserInfo } from '../lib/api/contract/user-info.ts';
import { rememberedWallet } from '../lib/chain/wallets/remembered-wallet.ts';
import { interpolate } from '../lib/i18n/interpolate.ts';
import { localePath, splitLocalePath } from '../lib/i18n/locale-path.ts';
import { isolate } from '../lib/isolate.ts';
import { isToken } from '../lib/session/is-token.ts';
import { canStoreSession } from '../lib/session/kept-session.ts';
import { keepToast, type KeptToast } from '../lib/session/kept-toasts.ts';
import { shortenAddress } from '../lib/shorten-address.ts';
import { leaveFor } from '../lib/visit/leave-for.ts';
import { callApi, issuerOrigin } from '../stores/api.ts';
import { goToLandingPage } from '../stores/go-to-landing-page.ts';
import { $language } from '../stores/language.ts';
import { startLoading } from '../stores/loading.ts';
import { pageLanguage } from '../stores/page-language.ts';
import { $isLinkPending, $token, $user, adoptSession, endSession } from '../stores/session.ts';
import { showToast } from '../stores/toasts.ts';
import { confirmInDialog, confirmRetry } from './confirm-in-dialog.ts';
import { exchangeLinkToken, isOver } from './exchange-link-token.ts';
import { shellTexts } from './shell-texts.ts';
import { showKeptToast } from './toasts.ts';

/**
 * Verifies the login link's token, asks for confirmation, and exchanges it for a token of this browser's own. Until then the link's token
 * is only in memory. A bad token leads to the landing page.
 */
export async function proveLinkToken(): Promise<void> {
  const token = window.jufiArrival?.linkToken;
  if (token === undefined) return;
  addEventListener('pagehide', abandon);
  const user = isToken(token) ? await proveUntilAnswered(token) : 'BAD';
  removeEventListener('pagehide', abandon);
  delete window.jufiArrival?.linkToken;
  if (user === 'BAD') refuse({ kind: 'error', key: 'linkFailed' });
  else if (user === 'GIVEN_UP') refuse();
  else if (await isWanted(user)) await signIn(token, user);
  else stay();
}

/** The page was left before the link was verified, so the visit rule still applies. */
function abandon(): void {
  if (window.jufiArrival?.endsSession) endSession('LOGOUT');
}

async function proveUntilAnswered(token: string): Promise<UserInfo | 'BAD' | 'GIVEN_UP'> {
  for (;;) {
    const stopLoading = startLoading({ label: shellTexts().link.checking });
    try {
      return await callApi(userInfoCall, {}, { bearer: { token, origin: issuerOrigin() } });
    } catch (error) {
      if (isOver(error)) return 'BAD';
    } finally {
      stopLoading();
    }
    if (!(await confirmRetry(shellTexts().link.offlineText))) return 'GIVEN_UP';
  }
}

/** Asks for confirmation, unless this member is already signed in on this device. */
async function isWanted(user: UserInfo): Promise<boolean> {
  const { link } = shellTexts();
  const current = $token.get() === undefined ? null : $user.get();
  if (current?.id === user.id) return true;
  if (current === null) {
    const names = { other: isolate(user.username), address: shortenAddress(user.address) };
    const title = interpolate(link.arriveTitle, names);
    return confirmInDialog({ title, text: interpolate(link.arriveText, names), yes: interpolate(link.switch, names), no: link.stayOut });
  }
  const names = { current: isolate(current.username), other: isolate(user.username) };
  return confirmInDialog({
    title: link.title,
    text: interpolate(link.text, names),
    yes: interpolate(link.switch, names),
    no: interpolate(link.stay, names),
  });
}

async function signIn(linkToken: string, user: UserInfo): Promise<void> {
  const { link } = shellTexts();
  // Check storage before the link is used up.
  if (!canStoreSession()) {
    fail({ kind: 'error', key: 'linkFailed', text: link.storage });
    return;
  }
  const token = await exchangeLinkToken(linkToken);
  if (token === null) {
    refuse({ kind: 'error', key: 'linkFailed', text: link.spent });
    return;
  }
  if (token === undefined) {
    refuse();
    return;
  }
  if (!adoptSession({ token, user, origin: issuerOrigin() })) {
    // Otherwise it expires after half an hour.
    if (token !== linkToken) revoke(token).catch(() => undefined);
    fail({ kind: 'error', key: 'linkFailed', text: link.storage });
    return;
  }
  // The remembered wallet belongs to the previous session: its account says nothing about this one.
  rememberedWallet.set(null);
  $language.set($language.get() ?? pageLanguage());
  showToast({ kind: 'success', message: interpolate(link.signedIn, { username: isolate(user.username) }) });
  if (isLanding()) goToLandingPage();
}

async function revoke(token: string): Promise<void> {
  await callApi(logout, {}, { bearer: { token, origin: issuerOrigin() }, outlivesPage: true, attention: 'none' });
}

/**
 * The previous session continues unless another tab has ended it. Without one, the person stays signed out and goes to the landing page.
 */
function stay(): void {
  $isLinkPending.set(false);
  if ($token.get() === undefined && !isLanding()) toLanding();
}

/** A bad token doesn't suspend the visit rule: the previous session ends if this load was a visit. */
function refuse(toast?: KeptToast): void {
  if (window.jufiArrival?.endsSession) endSession('LOGOUT');
  $isLinkPending.set(false);
  if (toast) fail(toast);
  else if ($token.get() === undefined && document.documentElement.dataset.access === 'member') toLanding();
}

/** Reports the failed link on the landing page. A tab without storage goes there with an empty token, which fails there again. */
function fail(toast: KeptToast): void {
  $isLinkPending.set(false);
  if (isLanding()) showKeptToast(toast);
  else toLanding(keepToast(toast) ? '' : '?token=');
}

function toLanding(query = ''): void {
  leaveFor(localePath(pageLanguage(), '/') + query, { replace: true });
}

function isLanding(): boolean {
  return splitLocalePath(location.pathname).path === '/';
}

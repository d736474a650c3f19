import { ApiError } from '../lib/api/api-error.ts';
import { isSessionError } from '../lib/api/contract/error-codes.ts';
import { userInfo as userInfoCall } from '../lib/api/contract/profile.ts';
import type { UserInfo } from '../lib/api/contract/user-info.ts';
import { rememberedWallet } from '../lib/chain/wallets/remembered-wallet.ts';
import { interpolate } from '../lib/i18n/interpolate.ts';
import { localePath, splitLocalePath } from '../lib/i18n/locale-path.ts';
import { isolate } from '../lib/isolate.ts';
import { isToken } from '../lib/session/is-token.ts';
import { keepToast, type KeptToast } from '../lib/session/kept-toasts.ts';
import { leaveFor } from '../lib/visit/leave-for.ts';
import { callApi, issuerOrigin } from '../stores/api.ts';
import { enter } from '../stores/enter.ts';
import { $language } from '../stores/language.ts';
import { startLoading } from '../stores/loading.ts';
import { pageLanguage } from '../stores/page-language.ts';
import { $isLinkPending, $token, $user, adoptSession, endSession } from '../stores/session.ts';
import { showToast } from '../stores/toasts.ts';
import { ask } from './ask.ts';
import { shellTexts } from './shell-texts.ts';
import { showKeptToast } from './toasts.ts';

/** Proves the login link's token, which lives in memory only until then, and signs in with it. A bad one leads to the landing page. */
export async function proveLinkToken(): Promise<void> {
  const token = window.jufiArrival?.linkToken;
  if (token === undefined) return;
  addEventListener('pagehide', abandon);
  const user = isToken(token) ? await proveUntilAnswered(token) : 'BAD';
  removeEventListener('pagehide', abandon);
  delete window.jufiArrival?.linkToken;
  if (user === 'BAD') refuse(true);
  else if (user === 'GIVEN_UP') refuse(false);
  else if (await isWanted(user)) signIn(token, user);
  else stay();
}

/** Left before the link was proved: then it has saved nobody from the visit rule. */
function abandon(): void {
  if (window.jufiArrival?.endsSession) endSession('LOGOUT');
}

async function proveUntilAnswered(token: string): Promise<UserInfo | 'BAD' | 'GIVEN_UP'> {
  const { link } = shellTexts();
  for (;;) {
    const stopLoading = startLoading({ label: link.checking });
    try {
      return await callApi(userInfoCall, {}, { bearer: { token, origin: issuerOrigin() } });
    } catch (error) {
      if (error instanceof ApiError && isSessionError(error.status)) return 'BAD';
    } finally {
      stopLoading();
    }
    const choice = await ask({ title: link.offlineTitle, text: link.offlineText, yes: link.retry, no: link.giveUp });
    if (!choice) return 'GIVEN_UP';
  }
}

/** The person is asked when another member is signed in on this device. */
async function isWanted(user: UserInfo): Promise<boolean> {
  const current = $token.get() === undefined ? null : $user.get();
  if (!current || current.id === user.id) return true;
  const { link } = shellTexts();
  const names = { current: isolate(current.username), other: isolate(user.username) };
  return ask({
    title: link.title,
    text: interpolate(link.text, names),
    yes: interpolate(link.switch, names),
    no: interpolate(link.stay, names),
  });
}

function signIn(token: string, user: UserInfo): void {
  if (!adoptSession({ token, user, origin: issuerOrigin() })) {
    fail({ kind: 'error', key: 'linkFailed', text: shellTexts().link.storage });
    return;
  }
  // The wallet of before is not this session's: its account says nothing about it.
  rememberedWallet.forget();
  $language.set($language.get() ?? pageLanguage());
  showToast({ kind: 'success', message: interpolate(shellTexts().link.signedIn, { username: isolate(user.username) }) });
  if (isLanding()) enter();
}

/** The session of before goes on, unless another tab has ended it meanwhile. */
function stay(): void {
  $isLinkPending.set(false);
  if ($token.get() === undefined && document.documentElement.dataset.access === 'member') toLanding();
}

/** A bad token saves nobody from the visit rule: the session of before ends if this load was a visit. */
function refuse(isBad: boolean): void {
  if (window.jufiArrival?.endsSession) endSession('LOGOUT');
  $isLinkPending.set(false);
  if (isBad) fail({ kind: 'error', key: 'linkFailed' });
  else if ($token.get() === undefined && document.documentElement.dataset.access === 'member') toLanding();
}

/** Says on the landing page that the link failed. A tab that keeps nothing goes there with an empty token, which fails there in turn. */
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

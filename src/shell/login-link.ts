import { AnswerError, ApiError, NetworkError } from '../lib/api/api-error.ts';
import type { Bearer } from '../lib/api/client.ts';
import type { UserInfo } from '../lib/api/contract/user-info.ts';
import { isSessionError } from '../lib/api/contract/error-codes.ts';
import { exchangeToken } from '../lib/api/contract/login-link.ts';
import { logout } from '../lib/api/contract/logout.ts';
import { userInfo as userInfoCall, userInfo } from '../lib/api/contract/profile.ts';
import { rememberedWallet } from '../lib/chain/wallets/find-wallet.ts';
import { interpolate } from '../lib/i18n/interpolate.ts';
import { localePath, splitLocalePath } from '../lib/i18n/locale-path.ts';
import { isolate } from '../lib/isolate.ts';
import { canStoreSession, isToken } from '../lib/session/kept-session.ts';
import { keepToast, type KeptToast } from '../lib/session/kept-toasts.ts';
import { shortenAddress } from '../lib/shorten-address.ts';
import { leaveFor } from '../lib/visit/leave-for.ts';
import { callApi, issuerOrigin } from '../stores/api.ts';
import { startLoading } from '../stores/loading.ts';
import { $language, pageLanguage } from '../stores/page-language.ts';
import { $isLinkPending, $token, $user, adoptSession, endSession } from '../stores/session.ts';
import { goToLandingPage } from '../stores/go-to-landing-page.ts';
import { showToast } from '../stores/toasts.ts';
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

/**
 * Exchanges the link's token for one of this browser's own. Returns null if the link was already used, by another browser or by a call
 * whose response was lost, and undefined if the person gave up. With a provider that lacks the call, the link's token itself is used.
 */
async function exchangeLinkToken(linkToken: string): Promise<string | null | undefined> {
  const bearer = { token: linkToken, origin: issuerOrigin() };
  for (;;) {
    const stopLoading = startLoading({ label: shellTexts().link.checking });
    try {
      return (await callApi(exchangeToken, {}, { bearer, attention: 'none' })).token;
    } catch (error) {
      if (isOver(error)) return null;
      if (error instanceof ApiError && (error.status === 404 || error.status === 405)) return linkToken;
      if (mayBeLacking(error)) {
        const link = await lookAt(bearer);
        if (link !== 'UNKNOWN') return link === 'GOOD' ? linkToken : null;
      }
    } finally {
      stopLoading();
    }
    if (!(await confirmRetry(shellTexts().link.unsureText))) return undefined;
  }
}

/** Browsers don't distinguish a cross-origin refusal from a missing response, and some servers answer unknown calls with a page. */
function mayBeLacking(error: unknown): boolean {
  return error instanceof AnswerError || (error instanceof NetworkError && issuerOrigin() !== location.origin);
}

async function lookAt(bearer: Bearer): Promise<'GOOD' | 'OVER' | 'UNKNOWN'> {
  return callApi(userInfo, {}, { bearer }).then(
    () => 'GOOD',
    (error: unknown) => (isOver(error) ? 'OVER' : 'UNKNOWN'),
  );
}

/** Whether the provider says that the token has no session, or no longer has one. */
function isOver(error: unknown): boolean {
  return error instanceof ApiError && isSessionError(error.status);
}

interface Question {
  title: string;
  text: string;
  yes: string;
  no: string;
}

/** A small dialog with two answers; Escape counts as the second. */
function confirmInDialog({ title, text, yes, no }: Question): Promise<boolean> {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'confirm-title');
  const head = part('div', 'dlg-head');
  const heading = part('h2', '', title);
  heading.id = 'confirm-title';
  heading.tabIndex = -1;
  heading.autofocus = true;
  head.append(heading);
  const body = part('div', 'dlg-body');
  body.append(part('p', '', text));
  const foot = part('div', 'dlg-foot');
  const row = part('div', 'btn-row');
  foot.append(row);
  dialog.append(head, body, foot);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const answers: [string, string, boolean][] = [
    [yes, 'btn btn-primary', true],
    [no, 'btn btn-ghost', false],
  ];
  for (const [label, className, answer] of answers) {
    const button = part('button', className, label);
    button.addEventListener('click', () => {
      resolve(answer);
      dialog.close();
    });
    row.append(button);
  }
  dialog.addEventListener('close', () => {
    resolve(false);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  return promise;
}

/** Asks whether to retry a call that got no response. */
function confirmRetry(text: string): Promise<boolean> {
  const { offlineTitle: title, retry: yes, giveUp: no } = shellTexts().link;
  return confirmInDialog({ title, text, yes, no });
}

function part(name: 'div' | 'h2' | 'p' | 'button', className: string, text = ''): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  if (element instanceof HTMLButtonElement) element.type = 'button';
  return element;
}

import { isEmpty } from '../lib/emptiness.ts';
import { localePath, splitLocalePath } from '../lib/i18n/locale-path.ts';
import { storageKeys, tabKeys } from '../lib/storage/storage-keys.ts';
import { deviceStorage, tabStorage } from '../lib/storage/safe-storage.ts';
import type { ArrivalKind } from '../lib/visit/decide-arrival.ts';
import { applyTheme } from './apply-theme.ts';
import { languageForPage } from './language-for-page.ts';
import { takeLinkToken } from './take-link-token.ts';
import { endSession } from '../lib/session/end-session.ts';
import { readArrival } from './read-arrival.ts';

declare global {
  interface Window {
    /** What the head script found, for the scripts that come after it. */
    jufiArrival?: ArrivalFound;
  }
}

export interface ArrivalFound {
  kind: ArrivalKind;
  /** The login link's token, in memory only; taken once by the script that proves it. An empty string is an empty token. */
  linkToken?: string;
  /** Where the page is being left for; nothing else should start. */
  leavingFor?: string;
}

/** Runs before the first paint, in this order: theme, token, visit, language. A prerendered page decides when it is activated. */
function runHead(): void {
  applyTheme();
  if (isPrerendering()) document.addEventListener('prerenderingchange', decide, { once: true });
  else decide();
}

function decide(): void {
  const ofAddress = takeLinkToken();
  const arrival = readArrival();
  const linkToken = ofAddress ?? arrival.carriedToken;
  const found: ArrivalFound = { kind: arrival.kind };
  if (linkToken !== undefined) found.linkToken = linkToken;
  window.jufiArrival = found;
  keepReferralCode();

  const here = splitLocalePath(location.pathname);
  const language = languageForPage(here.language);
  if (language !== here.language) {
    const path = localePath(language, here.path);
    leave(found, carry(found, path));
    return;
  }
  const isLanding = here.path === '/';
  if (arrival.kind === 'visit' && import.meta.env.PUBLIC_DIRECT_VISIT !== 'keep' && !isLanding && linkToken === undefined) {
    if (!isEmpty(deviceStorage.get(storageKeys.token))) endSession('VISIT');
  }
  guardMemberPage(found, localePath(here.language, '/'));
}

/** A member page without a session is left for the landing page, which is told where the person wanted to go. */
function guardMemberPage(found: ArrivalFound, landing: string): void {
  const hasSession = !isEmpty(deviceStorage.get(storageKeys.token));
  document.documentElement.dataset.session = hasSession ? 'in' : 'out';
  if (hasSession) tabStorage.set(tabKeys.session, '1');
  else tabStorage.remove(tabKeys.session);
  if (hasSession || found.linkToken !== undefined || document.documentElement.dataset.access !== 'member') return;
  tabStorage.set(tabKeys.returnTo, location.pathname + location.search + location.hash);
  if (tabStorage.get(tabKeys.toast) === null) tabStorage.set(tabKeys.toast, JSON.stringify({ kind: 'info', key: 'signInFirst' }));
  leave(found, landing);
}

/**
 * Gives the address of a redirect that carries the decision and the token along: the next page arrives with a same-origin
 * referrer, and a typed address would look like a link of ours. Where the tab stores nothing, the token goes back into the address.
 */
function carry(found: ArrivalFound, path: string): string {
  const address = new URL(path + location.search + location.hash, location.origin);
  const carried = tabStorage.set(tabKeys.carried, JSON.stringify({ path, kind: found.kind, token: found.linkToken }));
  if (!carried && found.linkToken !== undefined) address.searchParams.set('token', found.linkToken);
  return address.pathname + address.search + address.hash;
}

function leave(found: ArrivalFound, address: string): void {
  found.leavingFor = address;
  document.documentElement.dataset.leaving = '';
  location.replace(address);
}

function keepReferralCode(): void {
  const code = new URLSearchParams(location.search).get('referralCode');
  if (!isEmpty(code)) tabStorage.set(tabKeys.referralCode, String(code));
}

function isPrerendering(): boolean {
  return 'prerendering' in document && document.prerendering === true;
}

runHead();

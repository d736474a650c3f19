import '../lib/fill-gaps.ts';
import { isEmptyText } from '../lib/emptiness.ts';
import { localePath, splitLocalePath } from '../lib/i18n/locale-path.ts';
import { NOTHING_KEPT } from '../lib/session/nothing-kept.ts';
import { endSession, keptToken, sessionInTab } from '../lib/session/kept-session.ts';
import { showAmounts } from '../lib/show-amounts.ts';
import { keptAmounts } from '../lib/storage/settings.ts';
import type { ArrivalKind } from '../lib/visit/decide-arrival.ts';
import { holdSession, isSessionInUse } from '../lib/visit/session-in-use.ts';
import { leftToast, referralCode, returnTo } from '../lib/visit/tab-marks.ts';
import { applyTheme } from './apply-theme.ts';
import type { ArrivalFound } from './arrival-found.ts';
import { standBy } from './stand-by.ts';
import { carry } from './carry.ts';
import { languageForPage } from './language-for-page.ts';
import { readArrival } from './read-arrival.ts';
import { takeLinkToken } from './take-link-token.ts';
import { watchForUpdate } from './watch-for-update.ts';

declare global {
  interface ImportMetaEnv {
    /** Set by the integration that bundles this script. */
    readonly SHELL_ADDRESS: string;
    readonly DIALOGS_ADDRESS: string;
  }

  interface Window {
    /** The head script's findings for later scripts; undefined while the page is prerendered. */
    jufiArrival?: ArrivalFound;
  }
}

/** Runs before the first paint, in this order: settings, token, visit, language. A prerendered page decides when it's activated. */
function runHead(): void {
  if (document.documentElement.dataset.outdated !== undefined) return;
  watchForUpdate(import.meta.env.SHELL_ADDRESS);
  if ('prerendering' in document && document.prerendering === true) {
    applySettings();
    document.addEventListener('prerenderingchange', () => decide(!applySettings()), { once: true });
    return;
  }
  decide(!applySettings());
}

/** What this device shows, before it is seen. Returns false if the theme couldn't be stored. */
function applySettings(): boolean {
  showAmounts(keptAmounts.get());
  return applyTheme();
}

function hasToken(): boolean {
  return keptToken.get() !== null;
}

/** Where nobody can say whether this is a visit, only a session that no other tab shows is ended. */
function decide(storageRefused: boolean): void {
  const ofAddress = takeLinkToken();
  const { kind, carriedToken } = readArrival();
  const linkToken = ofAddress ?? carriedToken;
  if (kind !== 'unclear') settle(kind, linkToken, storageRefused);
  else if (!hasToken()) settle('visit', linkToken, storageRefused);
  else void isSessionInUse().then((isInUse) => settle(isInUse ? 'in-app' : 'visit', linkToken, storageRefused));
}

function settle(kind: ArrivalKind, linkToken: string | undefined, storageRefused: boolean): void {
  const root = document.documentElement;
  const here = splitLocalePath(location.pathname);
  const endsSession = kind === 'visit' && here.path !== '/' && import.meta.env.PUBLIC_DIRECT_VISIT !== 'keep';
  const found: ArrivalFound = (window.jufiArrival = { kind, linkToken, endsSession, storageRefused });
  const leave = (address: string): void => {
    found.leavingFor = address;
    root.dataset.leaving = '';
    location.replace(address);
  };

  const code = new URLSearchParams(location.search).get('referralCode');
  if (!isEmptyText(code)) referralCode.set(code);

  const ofLink = linkToken !== undefined;
  // Must precede a redirect of the language rule, because a tab without storage couldn't carry this over.
  if (endsSession && !ofLink && hasToken()) endSession('VISIT');

  const language = languageForPage(here.language);
  if (language !== here.language) {
    leave(carry(found, localePath(language, here.path)));
    return;
  }

  const signedIn = hasToken();
  // Nobody is signed in until the login link is verified, not even the previous member.
  root.dataset.session = signedIn && !ofLink ? 'in' : 'out';
  if (signedIn) {
    sessionInTab.set('1');
    holdSession();
  } else {
    sessionInTab.set(null);
  }
  if (signedIn || ofLink || root.dataset.access !== 'member') {
    standBy(signedIn || ofLink || storageRefused || location.hash === NOTHING_KEPT);
    return;
  }
  const isKept = returnTo.set(location.pathname + location.search + location.hash);
  if (leftToast.get() === null) leftToast.set('{"kind":"info","key":"signInFirst"}');
  leave(localePath(here.language, '/') + (isKept ? '' : NOTHING_KEPT));
}

runHead();

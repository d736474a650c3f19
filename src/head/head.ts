import '../lib/fill-gaps.ts';
import { isEmptyText } from '../lib/emptiness.ts';
import { localePath, splitLocalePath } from '../lib/i18n/locale-path.ts';
import { endSession, keptToken, NOTHING_KEPT, sessionInTab } from '../lib/session/kept-session.ts';
import { deviceTheme, showAmounts, showTheme } from '../lib/show-theme.ts';
import { keptAmounts, keptLanguage, keptTheme, keptThemeFrom } from '../lib/storage/settings.ts';
import { type ArrivalKind, decideArrival } from '../lib/visit/decide-arrival.ts';
import { carriedArrival, inAppMark, leftToast, referralCode, returnTo, walletHandover } from '../lib/visit/tab-marks.ts';
import { type ArrivalFound, carry, standBy } from './stand-by.ts';
import type { LanguageCode } from '../lib/i18n/languages.ts';
import { readRequestSite } from '../lib/visit/request-site.ts';
import { UPDATE_SUSPECTED } from '../lib/visit/suspect-update.ts';
import { isPopoverOpen, onDialogs, raise } from '../shell/top-layer.ts';

/** Web Locks need no storage, outlive a frozen tab, and end with the page that holds one. */
const LOCK = 'jufi:session';

const SUSPICIOUS = [UPDATE_SUSPECTED, 'unhandledrejection'];

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

/** Lets other tabs know that this page shows the session. A page in the back/forward cache doesn't, and may not hold a lock there. */
function holdSession(): void {
  const left = new Promise((resolve) => addEventListener('pagehide', resolve, { once: true }));
  lockManager()
    ?.request(LOCK, { mode: 'shared' }, () => left)
    .catch(() => undefined);
  addEventListener('pageshow', ({ persisted }) => persisted && holdSession(), { once: true });
}

/** Whether another tab shows the session. */
async function isSessionInUse(): Promise<boolean> {
  try {
    const found = await lockManager()?.query();
    return found?.held?.some(({ name }) => name === LOCK) ?? false;
  } catch {
    return false;
  }
}

/** Absent where the connection isn't secure. */
function lockManager(): LockManager | undefined {
  return (navigator as Partial<Navigator>).locks;
}

/**
 * Sets the root's class to the stored theme, or to the device's if that is the setting; dark if nothing valid is stored. Stores what it set: the device may have
 * changed since the last visit. Returns false if it refused to store that.
 */
function applyTheme(): boolean {
  const kept = keptTheme.get();
  const theme = keptThemeFrom.get() === 'device' ? deviceTheme() : (kept ?? 'theme-dark');
  showTheme(theme);
  return theme === kept || keptTheme.set(theme);
}

/** The language the page should be in. With nothing stored the address decides, so that a first-time visitor gets the link's language. */
function languageForPage(ofAddress: LanguageCode): LanguageCode {
  const language = keptLanguage.get();
  // What was no language is English from now on.
  if (language === 'en') keptLanguage.set(language);
  return language ?? ofAddress;
}

/** Classifies this page load from what the server, the browser and the tab know about it. Reading the marks removes them. */
function readArrival(): { kind: ArrivalKind | 'unclear'; carriedToken?: string | undefined } {
  const nowMs = Date.now();
  const [own] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const left = carriedArrival.take();
  const carried = left?.path === location.pathname ? left : null;
  const kind = decideArrival({
    type: own?.type ?? 'navigate',
    site: readRequestSite(own?.serverTiming),
    referrer: document.referrer,
    origin: location.origin,
    path: location.pathname,
    nowMs,
    mark: inAppMark.take(),
    carried: carried?.kind ?? null,
    tabKnowsSession: sessionInTab.get() !== null,
    wasDiscarded: 'wasDiscarded' in document && document.wasDiscarded === true,
    walletHandoverMs: Number(walletHandover.get()),
  });
  return { kind, carriedToken: carried?.token };
}

/**
 * Removes the login link's token from the address, so that only the page's own request carries it. The response's `Referrer-Policy:
 * no-referrer` must stay in force until the shell has loaded: this script keeps the address it was parsed under as its base, and would send
 * it as the referrer of its imports. Returns undefined without a `token` parameter, otherwise its value, even if empty.
 */
function takeLinkToken(): string | undefined {
  const address = new URL(location.href);
  const token = address.searchParams.get('token');
  if (token === null) return undefined;
  address.searchParams.delete('token');
  history.replaceState(history.state, '', address.pathname + address.search + address.hash);
  // A sentence or a chat may have left its full stop or bracket at the link's end.
  return token.replace(/^[^\w~+/-]+|[^\w~=+/-]+$/g, '');
}

/**
 * Says that a new version is here, with a link that loads it, where something failed and the page as the site serves it now is of another build.
 * `build` is part of every page. In an inline script, because an outdated page may not be able to fetch anything more.
 */
function watchForUpdate(build: string): void {
  let isLooking = false;
  const check = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    if (await isOutdated(build)) show();
    isLooking = false;
  };
  for (const type of SUSPICIOUS) addEventListener(type, () => void check());
}

async function isOutdated(build: string): Promise<boolean> {
  try {
    const answer = await fetch(location.href, { cache: 'no-store' });
    return answer.ok && !(await answer.text()).includes(build);
  } catch {
    // Offline, it can't tell, and a reload would fail.
    return false;
  }
}

function show(): void {
  const notice = document.getElementById('update-notice');
  if (!notice || isPopoverOpen(notice)) return;
  // Loading anew is what helps, also with what is missing.
  document.getElementById('missing-notice')?.remove();
  raise(notice);
  onDialogs(() => raise(notice));
}

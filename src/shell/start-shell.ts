import { localePath, splitLocalePath } from '../lib/i18n/locale-path.ts';
import { showTheme } from '../lib/show-theme.ts';
import { hasLocalStorage, keptInTab } from '../lib/storage/kept.ts';
import { definePart } from '../lib/visit/define-part.ts';
import { KEEP_EVENT, LEAVE_EVENT, leaveFor, sameOriginAddress } from '../lib/visit/leave-for.ts';
import { signInAsked } from '../lib/visit/tab-marks.ts';
import { drawAhead, whenIdle } from './draw-ahead.ts';
import { apiAddress } from '../stores/api.ts';
import { openModal } from '../stores/modals.ts';
import { $language, pageLanguage } from '../stores/page-language.ts';
import { whenLoaded } from '../stores/persistence.ts';
import { $isSignedIn } from '../stores/session.ts';
import { $theme, followDeviceTheme, toggleTheme } from '../stores/settings.ts';
import { forgetToasts, keepForNextPage, showToast } from '../stores/toasts.ts';
import { startAttendingCalls } from './attend-calls.ts';
import { keepDrafts, restoreDrafts, startLanguageMenu } from './form-drafts.ts';
import { startLoader } from './loader.ts';
import { proveLinkToken } from './login-link.ts';
import { startModals } from './modals.ts';
import { startSessionWatch } from './session-watch.ts';
import { shellTexts } from './shell-texts.ts';
import { startShortcuts } from './shortcuts.ts';
import { startAccount } from './start-account.ts';
import { startMember } from './start-member.ts';
import { startToasts } from './toasts.ts';

const WORKER_ADDRESS = '/sw.js';

const saidBaseUrl = keptInTab('jufi:base-url-said');

// One page and its one button, and browsers of the last years before popovers.
const reservesPart = definePart(() => import('./check-reserves.ts'));
const popoverPart = definePart(() => import('@oddbird/popover-polyfill/fn'));

const STARTERS: readonly (() => void | Promise<void>)[] = [
  startThemeToggle,
  startShortcuts,
  startLanguageMenu,
  startModals,
  startLoader,
  startAccount,
  startSessionWatch,
  startToasts,
  startAttendingCalls,
  startKeeping,
  startCheckingReserves,
  registerWorker,
  sayIgnoredBaseUrl,
  applyLateLanguage,
  startSession,
  startDrawingAhead,
];

/** Starts the shell behind every page's markup. Runs once, on the first input or when something is waiting to be shown. */
export async function startShell(): Promise<void> {
  if (!('popover' in HTMLElement.prototype)) (await popoverPart.whenLoaded()).apply({ layerName: 'base' });
  if (window.jufiArrival?.linkToken !== undefined) nameReferrers();
  await domReady();
  // Each by itself: one that throws is reported as any error is, and stops no other.
  for (const start of STARTERS)
    void (async () => {
      await start();
    })();
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

/** What the next page shows: toasts raised while leaving, and what is typed in forms. */
function startKeeping(): void {
  restoreDrafts();
  addEventListener(KEEP_EVENT, keepDrafts);
  // Not `beforeunload`: with such a listener Firefox excludes the page from the back/forward cache.
  addEventListener(LEAVE_EVENT, keepForNextPage);
  addEventListener('pagehide', () => {
    keepForNextPage();
    forgetToasts();
  });
}

function startCheckingReserves(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-check-reserves]') : null;
    if (button) void reservesPart.whenLoaded().then(({ checkReserves }) => checkReserves(button));
  });
}

async function startSession(): Promise<void> {
  // Who is signed in isn't known before.
  await proveLinkToken().catch(reportError);
  const isMemberPage = document.documentElement.dataset.access === 'member';
  if (!isMemberPage && signInAsked.take() !== null) openModal('wallet');
  if ($isSignedIn.get()) startMember(isMemberPage);
}

function startDrawingAhead(): void {
  // Safari has no idle callbacks, and draws nothing ahead.
  if ('requestIdleCallback' in window) whenIdle(drawAhead);
}

/** Says, once per tab, that a stored API address is ignored. */
function sayIgnoredBaseUrl(): void {
  if (apiAddress().ignored === undefined || saidBaseUrl.get() !== null) return;
  saidBaseUrl.set('1');
  showToast({ kind: 'info', ...shellTexts().notices.baseUrl });
}

/**
 * Applies the language rule where the stored language is only available asynchronously, after the head script has run. Keeps the page's
 * language if the person has already started using it.
 */
async function applyLateLanguage(): Promise<void> {
  if (hasLocalStorage()) return;
  const person = { hasActed: false };
  const noteAct = (): void => void (person.hasActed = true);
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, noteAct, { once: true, capture: true });
  await whenLoaded;
  const language = $language.get();
  if (person.hasActed || language === undefined || language === pageLanguage()) return;
  const { path } = splitLocalePath(location.pathname);
  leaveFor(localePath(language, path) + location.search + location.hash, { replace: true });
}

/** `[data-theme-toggle]` switches and stores the theme; also applies a change made in another tab. */
function startThemeToggle(): void {
  $theme.subscribe(showTheme);
  followDeviceTheme();
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-theme-toggle]')) toggleTheme();
  });
}

declare global {
  interface Window {
    readonly trustedTypes?: {
      createPolicy: (
        name: string,
        rules: { createScriptURL: (address: string) => string },
      ) => { createScriptURL: (address: string) => string };
    };
  }
}

/** Registers the worker that keeps the last pages for when there is no connection. Nothing waits for it, and the site works without it. */
function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  // A notification was pressed.
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const path: unknown = typeof data === 'object' && data !== null && 'go' in data ? data.go : undefined;
    const address = typeof path === 'string' ? sameOriginAddress(path) : undefined;
    if (address !== undefined) leaveFor(address);
  });
  const register = (): void => {
    // Trusted Types hold for the addresses of workers, too; this policy makes one address and no other.
    const policy = window.trustedTypes?.createPolicy('site-worker', { createScriptURL: () => WORKER_ADDRESS });
    navigator.serviceWorker.register(policy?.createScriptURL(WORKER_ADDRESS) ?? WORKER_ADDRESS, { updateViaCache: 'none' }).catch(() => {
      // Refused by the browser or its owner, or there is no connection: the next page tries again.
    });
  };
  if (document.readyState === 'complete') whenIdle(register);
  else addEventListener('load', () => whenIdle(register), { once: true });
}

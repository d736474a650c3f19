import { definePart } from '../lib/visit/define-part.ts';
import { KEEP_EVENT, LEAVE_EVENT } from '../lib/visit/leave-for.ts';
import { signInAsked } from '../lib/visit/tab-marks.ts';
import { whenIdle } from '../lib/visit/when-idle.ts';
import { openModal } from '../stores/modals.ts';
import { $isSignedIn } from '../stores/session.ts';
import { forgetToasts, keepForNextPage } from '../stores/toasts.ts';
import { startAccount } from './start-account.ts';
import { startAttendingCalls } from './attend-calls.ts';
import { sayIgnoredBaseUrl } from './base-url-notice.ts';
import { drawAhead } from './draw-ahead.ts';
import { keepDrafts, restoreDrafts } from './form-drafts.ts';
import { startLanguageMenu } from './language-menu.ts';
import { applyLateLanguage } from './late-settings.ts';
import { startLoader } from './loader.ts';
import { proveLinkToken } from './login-link.ts';
import { startModals } from './modals.ts';
import { registerWorker } from './register-worker.ts';
import { startSessionWatch } from './session-watch.ts';
import { startMember } from './start-member.ts';
import { startThemeToggle } from './theme-toggle.ts';
import { startShortcuts } from './shortcuts.ts';
import { startToasts } from './toasts.ts';

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

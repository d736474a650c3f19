import type { startShell } from './start-shell.ts';
import type { tabKeys } from '../lib/storage/storage-keys.ts';

/**
 * The little that every page runs at once: marks links of ours, and brings the rest of the shell when somebody acts or something
 * waits to be shown. It imports nothing, because a module shared with an island would cost every page a request more.
 */
const ACTS = '[data-theme-toggle], [data-language-choice], [data-sign-out]';
/** Buttons that open a dialog wait for the script only where the browser does not open it. */
const KEPT = 'commandForElement' in HTMLButtonElement.prototype ? ACTS : `${ACTS}, [commandfor]`;

const MARK: typeof tabKeys.mark = 'jufi:mark';
const TOAST: typeof tabKeys.toast = 'jufi:toast';

let rest: Promise<boolean> | undefined;
let isReady = false;

function load(): Promise<boolean> {
  rest ??= import('./start-shell.ts').then(start, () => {
    // Offline, or a new release took the file away: the next act tries again.
    rest = undefined;
    return false;
  });
  return rest;
}

function start(rest: { startShell: typeof startShell }): boolean {
  rest.startShell();
  isReady = true;
  return true;
}

function onClick(event: MouseEvent): void {
  // A click without a pointer before it: a keyboard, a screen reader, a script.
  void load();
  const target = event.target instanceof Element ? event.target : null;
  if (event.defaultPrevented || !target || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const act = target.closest<HTMLElement>(KEPT);
  if (act && !isReady) {
    event.preventDefault();
    void load().then((isThere) => isThere && act.click());
    return;
  }
  const link = target.closest<HTMLAnchorElement>('a[href]');
  if (link?.origin === location.origin && !link.hasAttribute('download') && (link.target || '_self') === '_self') markInApp(link.pathname);
}

/** Tells the next page that it was reached from here, for browsers that send no referrer. */
function markInApp(path: string): void {
  tab((storage) => storage.setItem(MARK, JSON.stringify({ path, atMs: Date.now() })));
}

function tab<Result>(act: (storage: Storage) => Result): Result | undefined {
  try {
    return act(sessionStorage);
  } catch {
    return undefined;
  }
}

function run(): void {
  const arrival = window.jufiArrival;
  if (!arrival || arrival.leavingFor !== undefined) return;
  addEventListener('click', onClick);
  for (const type of ['pointerover', 'pointerdown', 'keydown', 'storage']) addEventListener(type, () => void load(), { passive: true });
  // Back from the back/forward cache: the session may be over.
  addEventListener('pageshow', ({ persisted }) => persisted && void load());
  const isWaited = document.documentElement.dataset.session === 'in' || arrival.linkToken !== undefined || arrival.storageRefused;
  if (isWaited || tab((storage) => storage.getItem(TOAST))) void load();
}

if ('prerendering' in document && document.prerendering === true) document.addEventListener('prerenderingchange', run, { once: true });
else run();

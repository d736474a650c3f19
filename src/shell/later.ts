import { NOTHING_KEPT } from '../lib/session/nothing-kept.ts';
import { tabStorage } from '../lib/storage/safe-storage.ts';
import { shellKeys, tabKeys } from '../lib/storage/storage-keys.ts';
import { LEAVE_EVENT } from '../lib/visit/leave-for.ts';
import { $callFailure, $openCalls } from '../stores/attended-calls.ts';
import { $storageFault } from '../stores/persistence.ts';
import { $toasts, forgetToasts, keepForNextPage } from '../stores/toasts.ts';

interface LaterModule {
  /** Keeps what is typed in forms across a reload of this page. */
  keepDrafts: () => void;
  /** Shows what the previous page kept for this one. */
  showKept: () => void;
}

let fetching: Promise<LaterModule> | undefined;

/**
 * Loads the rest of the shell on the first input, since from then on it may be needed at any moment, even offline. Loads it earlier if it
 * has something to show.
 */
export function watchForLater(): void {
  const fetchAhead = (): void => {
    later().catch(() => {
      // Offline, or a new release removed the file: the next call tries again.
    });
  };
  // Not `beforeunload`: with such a listener Firefox excludes the page from the back/forward cache.
  addEventListener(LEAVE_EVENT, keepForNextPage);
  addEventListener('pagehide', () => {
    keepForNextPage();
    forgetToasts();
  });
  for (const type of ['pointerdown', 'keydown', 'click']) addEventListener(type, fetchAhead, { passive: true, capture: true });
  addEventListener('pageshow', ({ persisted }) => persisted && fetchAhead());
  $toasts.listen(fetchAhead);
  $openCalls.listen(fetchAhead);
  $callFailure.listen(fetchAhead);
  $storageFault.listen(fetchAhead);
  const isWaiting =
    tabStorage.get(tabKeys.toast) !== null ||
    tabStorage.get(shellKeys.drafts) !== null ||
    location.hash === NOTHING_KEPT ||
    window.jufiArrival?.storageRefused === true ||
    [$toasts, $openCalls].some(($news) => $news.get().length > 0) ||
    [$callFailure, $storageFault].some(($news) => $news.get() !== null);
  if (isWaiting) fetchAhead();
}

/** Toasts, the cover for slow calls, and form drafts. Rejects if they can't be loaded. */
export function later(): Promise<LaterModule> {
  fetching ??= import('./start-later.ts').catch((error: unknown) => {
    fetching = undefined;
    throw error;
  });
  return fetching;
}

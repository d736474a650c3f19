import { NOTHING_KEPT } from '../lib/session/nothing-kept.ts';
import { tabStorage } from '../lib/storage/safe-storage.ts';
import { shellKeys, tabKeys } from '../lib/storage/storage-keys.ts';
import { LEAVE_EVENT } from '../lib/visit/leave-for.ts';
import { $callFailure, $openCalls } from '../stores/attended-calls.ts';
import { $storageFault } from '../stores/persistence.ts';
import { $toasts, forgetToasts, keepForNextPage } from '../stores/toasts.ts';

interface LaterModule {
  /** Keeps what is typed in forms while this page is loaded anew. */
  keepDrafts: () => void;
  /** Shows what was kept for the next page, here. */
  showKept: () => void;
}

let fetching: Promise<LaterModule> | undefined;

/** Fetches the rest of the shell when the person acts, since it may be needed at any moment then, offline too, or when it has something to say before. */
export function watchForLater(): void {
  const fetchAhead = (): void => {
    later().catch(() => {
      // Offline, or a new release took the file away: the next one tries again.
    });
  };
  // Not `beforeunload`: with a listener for that, Firefox keeps no page for the way back.
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

/** Toasts, the cover of slow calls and the drafts of forms. Rejects where they cannot be fetched. */
export function later(): Promise<LaterModule> {
  fetching ??= import('./start-later.ts').catch((error: unknown) => {
    fetching = undefined;
    throw error;
  });
  return fetching;
}

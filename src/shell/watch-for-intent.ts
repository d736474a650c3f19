import { tabStorage } from '../lib/storage/safe-storage.ts';
import { tabKeys } from '../lib/storage/storage-keys.ts';
import { LEAVE_EVENT } from '../lib/visit/leave-for.ts';
import { markInApp } from '../lib/visit/mark-in-app.ts';

export interface ShellModule {
  startShell(): Promise<void>;
}

const ACTS = '[data-theme-toggle],[data-language-choice],[data-sign-out]';

/**
 * The part of the shell that every page has inline: marks our own links, and loads the rest on the first input or when
 * something is waiting to be shown. A click that the rest handles is replayed once it's loaded.
 */
export function watchForIntent(isWaited: boolean, fetchShell: () => Promise<ShellModule>): void {
  // Buttons that open a dialog or a menu only need the script if the browser can't open it.
  const kept = [
    ACTS,
    !('commandForElement' in HTMLButtonElement.prototype) && '[commandfor]',
    !('popover' in HTMLElement.prototype) && '[popovertarget]',
  ]
    .filter(Boolean)
    .join();
  let shell: Promise<boolean> | undefined;
  let isReady = false;
  const load = (): Promise<boolean> =>
    (shell ??= fetchShell()
      .then((rest) => rest.startShell())
      .then(
        () => (isReady = true),
        // Offline, or a new release removed the file: the next input tries again.
        () => {
          shell = undefined;
          return false;
        },
      ));

  for (const type of ['pointerover', 'pointerdown', 'keydown', 'storage']) addEventListener(type, () => void load(), { passive: true });
  // Restored from the back/forward cache: the session may be over.
  addEventListener('pageshow', ({ persisted }) => persisted && void load());
  addEventListener('click', (event) => {
    // A click without a pointer event before it: keyboard, screen reader or script.
    void load();
    const { target } = event;
    if (
      event.defaultPrevented ||
      event.button ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey ||
      !(target instanceof Element)
    )
      return;
    const act = isReady ? null : (target.closest<HTMLElement>(kept) ?? menuButtonTooEarly(target));
    const link = target.closest<HTMLAnchorElement>('a[href]');
    if (act) {
      event.preventDefault();
      void load().then((isThere) => isThere && act.click());
    } else if (link?.origin === location.origin && !link.download && (link.target || '_self') === '_self') {
      markInApp(link.pathname);
      // Covers a page change even if it began before the rest had loaded. Anchors and files aren't page changes.
      if (!isReady && !link.hash && !/\.\w+$/.test(link.pathname))
        void load().then((isThere) => isThere && dispatchEvent(new Event(LEAVE_EVENT)));
    }
  });
  if (isWaited || tabStorage.get(tabKeys.toast) !== null) void load();
}

/** The menus are at the end of the page, which may not be parsed yet. */
function menuButtonTooEarly(target: Element): HTMLElement | null {
  const button = target.closest<HTMLButtonElement>('button[popovertarget]');
  return button?.popoverTargetElement === null ? button : null;
}

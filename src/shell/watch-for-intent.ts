import { tabStorage } from '../lib/storage/safe-storage.ts';
import { tabKeys } from '../lib/storage/storage-keys.ts';
import { LEAVE_EVENT } from '../lib/visit/leave-for.ts';
import { markInApp } from '../lib/visit/mark-in-app.ts';

export interface ShellModule {
  startShell(): Promise<void>;
}

const ACTS = '[data-theme-toggle],[data-language-choice],[data-sign-out]';

/**
 * The little of the shell that runs at once, as part of the head script: marks links of ours, and fetches the rest when somebody acts
 * or something waits to be shown. A press on what the rest answers to is kept and repeated when it is there.
 */
export function watchForIntent(isWaited: boolean, fetchShell: () => Promise<ShellModule>): void {
  // Buttons that open a dialog wait for the script only where the browser does not open it.
  const kept = 'commandForElement' in HTMLButtonElement.prototype ? ACTS : `${ACTS},[commandfor]`;
  let shell: Promise<boolean> | undefined;
  let isReady = false;
  const load = (): Promise<boolean> =>
    (shell ??= fetchShell()
      .then((rest) => rest.startShell())
      .then(
        () => (isReady = true),
        // Offline, or a new release took the file away: the next act tries again.
        () => {
          shell = undefined;
          return false;
        },
      ));

  for (const type of ['pointerover', 'pointerdown', 'keydown', 'storage']) addEventListener(type, () => void load(), { passive: true });
  // Back from the back/forward cache: the session may be over.
  addEventListener('pageshow', ({ persisted }) => persisted && void load());
  addEventListener('click', (event) => {
    // A click without a pointer before it: a keyboard, a screen reader, a script.
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
      // A change of page that began before the rest was there is covered by it all the same. Places on a page and files are none.
      if (!isReady && !link.hash && !/\.\w+$/.test(link.pathname))
        void load().then((isThere) => isThere && dispatchEvent(new Event(LEAVE_EVENT)));
    }
  });
  if (isWaited || [tabKeys.toast, tabKeys.pairing].some((key) => tabStorage.get(key) !== null)) void load();
}

/** The menus stand at the page's end, which may not have been read yet. */
function menuButtonTooEarly(target: Element): HTMLElement | null {
  const button = target.closest<HTMLButtonElement>('button[popovertarget]');
  return button?.popoverTargetElement === null ? button : null;
}

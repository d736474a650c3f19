import { SHORTCUT, shortcutOf } from '../lib/find/shortcut.ts';
import { leftToast, markInApp } from '../lib/visit/tab-marks.ts';
import type { Part } from '../lib/visit/define-part.ts';
import { LEAVE_EVENT } from '../lib/visit/leave-for.ts';

export interface ShellModule {
  startShell(): Promise<void>;
}

const ACTS = '[data-find],[data-amounts-toggle],[data-theme-toggle],[data-language-choice],[data-sign-out],[data-check-reserves]';

/**
 * The part of the shell that every page has inline: marks our own links, and loads the rest on the first input or when
 * something is waiting to be shown. A click that the rest handles is shown as being waited for and replayed once the rest is loaded; of several, the last.
 */
export function watchForIntent(isWaited: boolean, shell: Part<ShellModule>): void {
  // Buttons that open a dialog or a menu only need the script if the browser can't open it.
  const kept = [
    ACTS,
    !('commandForElement' in HTMLButtonElement.prototype) && '[commandfor]',
    !('popover' in HTMLElement.prototype) && '[popovertarget]',
  ]
    .filter(Boolean)
    .join();
  let starting: Promise<void> | undefined;
  let isReady = false;
  let early: HTMLElement | undefined;
  const load = async (isAhead = true): Promise<void> => {
    const rest = await shell.whenLoaded({ isAhead });
    await (starting ??= rest.startShell());
    isReady = true;
  };
  const keep = async (act: HTMLElement): Promise<void> => {
    early?.removeAttribute('aria-busy');
    early = act;
    act.setAttribute('aria-busy', 'true');
    await load(false);
    if (early !== act) return;
    early = undefined;
    act.removeAttribute('aria-busy');
    act.click();
  };

  for (const type of ['pointerover', 'pointerdown', 'keydown', 'storage']) addEventListener(type, () => void load(), { passive: true });
  addEventListener('keydown', (event) => {
    const shortcut = shortcutOf(event);
    if (shortcut === null) return;
    event.preventDefault();
    void load(false).then(() => dispatchEvent(new CustomEvent(SHORTCUT, { detail: shortcut })));
  });
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
      void keep(act);
    } else if (link?.origin === location.origin && !link.download && (link.target || '_self') === '_self') {
      markInApp(link.pathname);
      // Covers a page change even if it began before the rest had loaded. Anchors and files aren't page changes.
      if (!isReady && !link.hash && !/\.\w+$/.test(link.pathname)) void load().then(() => dispatchEvent(new Event(LEAVE_EVENT)));
    }
  });
  if (isWaited || leftToast.get() !== null) void load(false);
}

/** The menus are at the end of the page, which may not be parsed yet. */
function menuButtonTooEarly(target: Element): HTMLElement | null {
  const button = target.closest<HTMLButtonElement>('button[popovertarget]');
  return button?.popoverTargetElement === null ? button : null;
}

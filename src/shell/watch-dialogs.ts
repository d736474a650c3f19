import { REACH } from '../lib/dialog/open-dialog.ts';
import type { Part } from '../lib/visit/define-part.ts';

export interface DialogsModule {
  /** `isAhead`: nobody waits for it yet. */
  hydrateDialog(dialog: HTMLDialogElement, isAhead: boolean): Promise<void>;
}

const REACHED_BY = ['pointerover', 'pointerdown', 'focusin', 'click', REACH] as const;

/**
 * Hydrates the server's dialogs (`data-still`) when somebody reaches for the dialog or a button that opens it. A click on a button in a
 * dialog that isn't hydrated yet is replayed afterwards; only the last one counts.
 */
export function watchDialogs(dialogs: Part<DialogsModule>): void {
  let kept: HTMLElement | undefined;
  const draw = async (dialog: HTMLDialogElement, isAhead: boolean): Promise<void> =>
    (await dialogs.whenLoaded({ isAhead })).hydrateDialog(dialog, isAhead);
  const press = async (button: HTMLElement, dialog: HTMLDialogElement): Promise<void> => {
    kept?.removeAttribute('aria-busy');
    kept = button;
    button.setAttribute('aria-busy', 'true');
    await draw(dialog, false);
    if (kept !== button) return;
    kept = undefined;
    button.removeAttribute('aria-busy');
    if (dialog.open) button.click();
  };

  for (const type of REACHED_BY)
    addEventListener(
      type,
      (event) => {
        const { target } = event;
        const dialog = target instanceof Element ? stillDialogOf(target) : null;
        if (!dialog || !(target instanceof Element)) return;
        const button = type === 'click' ? target.closest<HTMLElement>('[data-still] button[type=button]:not([popover] *)') : null;
        if (button) {
          event.preventDefault();
          event.stopImmediatePropagation();
          void press(button, dialog);
        } else {
          void draw(dialog, type !== 'click' && type !== REACH);
        }
      },
      { capture: true },
    );
  // Dialogs opened before anyone watched.
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[data-still][open]')) void draw(dialog, false);
  // Dialogs opened by a script.
  addEventListener(
    'toggle',
    ({ target }) => target instanceof HTMLDialogElement && 'still' in target.dataset && void draw(target, false),
    true,
  );
}

function stillDialogOf(target: Element): HTMLDialogElement | null {
  const opened = target.closest('[commandfor]')?.getAttribute('commandfor');
  const dialog = opened ? document.getElementById(opened) : target.closest('dialog');
  return dialog instanceof HTMLDialogElement && 'still' in dialog.dataset ? dialog : null;
}

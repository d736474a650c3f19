import { sayMissing } from './say-missing.ts';

export interface DialogsModule {
  drawDialog(dialog: HTMLDialogElement): Promise<void>;
}

/** Dispatched at a dialog by a script that has something to show in it: alive it opens itself, whole, instead of growing under a pointer. */
export const REACH = 'jufi:reach';

const REACHED_BY = ['pointerover', 'pointerdown', 'focusin', 'click', REACH] as const;

/**
 * Lets the server's dialogs (`data-still`) come alive when somebody reaches for one: for the dialog, or for a button that opens it.
 * A press on a button of a dialog that is still is kept and repeated when the dialog is alive; the last one counts.
 */
export function watchDialogs(fetchDialogs: () => Promise<DialogsModule>): void {
  let kept: HTMLElement | undefined;
  const draw = (dialog: HTMLDialogElement): Promise<boolean> =>
    fetchDialogs()
      .then((dialogs) => dialogs.drawDialog(dialog))
      .then(
        () => true,
        // Offline, or a new release took the file away: the next act tries again, and a press is answered.
        () => false,
      );
  const press = async (button: HTMLElement, dialog: HTMLDialogElement): Promise<void> => {
    kept?.removeAttribute('aria-busy');
    kept = button;
    button.setAttribute('aria-busy', 'true');
    const isAlive = await draw(dialog);
    if (kept !== button) return;
    kept = undefined;
    button.removeAttribute('aria-busy');
    if (isAlive) button.click();
    else sayMissing(dialog);
  };

  for (const type of REACHED_BY)
    addEventListener(
      type,
      (event) => {
        const { target } = event;
        const dialog = target instanceof Element ? stillDialogOf(target) : null;
        if (!dialog || !(target instanceof Element)) return;
        const button = type === 'click' ? target.closest<HTMLElement>('[data-still] button[type=button]') : null;
        if (button) {
          event.preventDefault();
          event.stopImmediatePropagation();
          void press(button, dialog);
        } else {
          void draw(dialog);
        }
      },
      { capture: true },
    );
  // One that was opened while nobody watched.
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[data-still][open]')) void draw(dialog);
  // One that a script opens.
  addEventListener('toggle', ({ target }) => target instanceof HTMLDialogElement && 'still' in target.dataset && void draw(target), true);
}

function stillDialogOf(target: Element): HTMLDialogElement | null {
  const opened = target.closest('[commandfor]')?.getAttribute('commandfor');
  const dialog = opened ? document.getElementById(opened) : target.closest('dialog');
  return dialog instanceof HTMLDialogElement && 'still' in dialog.dataset ? dialog : null;
}

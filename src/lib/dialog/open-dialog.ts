/** Marks a closed dialog that is already rendered and laid out, and only hidden: see parts/drawn-ahead.css. */
export const DRAWN_AHEAD = 'data-ahead';

/**
 * Opens a dialog as a modal. Making the page inert takes the browser longer than showing a dialog that was rendered ahead, so such a dialog
 * is shown first and becomes modal after it has been painted. Until then the focus stays where it was, and Escape already closes the
 * dialog.
 */
export function openDialog(dialog: HTMLDialogElement): void {
  if (dialog.open) return;
  if (!dialog.hasAttribute(DRAWN_AHEAD)) {
    dialog.showModal();
    return;
  }
  const invoker = document.activeElement;
  // Not `show()`, which would move the focus.
  dialog.setAttribute('open', '');
  const closeOnEscape = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') dialog.close();
  };
  addEventListener('keydown', closeOnEscape);
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      setTimeout(() => {
        removeEventListener('keydown', closeOnEscape);
        makeModal(dialog, invoker);
      }),
    ),
  );
}

function makeModal(dialog: HTMLDialogElement, invoker: Element | null): void {
  if (!dialog.open || dialog.matches(':modal')) return;
  // A dialog that opened meanwhile takes precedence.
  if (document.querySelector('dialog:modal')) {
    dialog.close();
    return;
  }
  // The focus returns to the current element when the dialog closes.
  if (invoker instanceof HTMLElement) invoker.focus();
  dialog.removeAttribute('open');
  dialog.showModal();
}

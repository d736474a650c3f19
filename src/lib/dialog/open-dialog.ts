/** Of a closed dialog that is drawn and laid out, and only hidden: see parts/drawn-ahead.css. */
export const DRAWN_AHEAD = 'data-ahead';

/**
 * Opens a dialog as a modal one. To make a page inert takes the browser longer than to show what is drawn ahead, so that such a dialog is shown
 * first, and is made modal once it has been painted; until then the focus stays where it was, and Escape closes it as it will then.
 */
export function openDialog(dialog: HTMLDialogElement): void {
  if (dialog.open) return;
  if (!dialog.hasAttribute(DRAWN_AHEAD)) {
    dialog.showModal();
    return;
  }
  const invoker = document.activeElement;
  // Not `show()`, which would take the focus.
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
  // Another one that opened meanwhile comes first.
  if (document.querySelector('dialog:modal')) {
    dialog.close();
    return;
  }
  // The focus goes back to where it is now when the dialog closes.
  if (invoker instanceof HTMLElement) invoker.focus();
  dialog.removeAttribute('open');
  dialog.showModal();
}

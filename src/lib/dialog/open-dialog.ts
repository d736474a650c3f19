/**
 * Dispatched at a server-rendered dialog to hydrate it ahead of opening it: it then opens complete, instead of growing under the pointer.
 */
export const REACH = 'jufi:reach';

/** Marks a closed dialog that is already rendered and laid out, and only hidden: see parts/drawn-ahead.css. */
export const DRAWN_AHEAD = 'data-ahead';

/** Opens a dialog as a modal, if it isn't open. */
export function openDialog(dialog: HTMLDialogElement): void {
  if (!dialog.open) dialog.showModal();
}

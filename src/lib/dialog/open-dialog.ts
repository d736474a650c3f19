/**
 * Dispatched at a server-rendered dialog to hydrate it ahead of opening it: it then opens complete, instead of growing under the pointer.
 */
export const REACH = 'jufi:reach';

/** Opens a dialog as a modal, at its top, if it isn't open. */
export function openDialog(dialog: HTMLDialogElement): void {
  if (dialog.open) return;
  dialog.showModal();
  // A closed dialog keeps its scroll position.
  dialog.scrollTop = 0;
}

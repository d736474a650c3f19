import { openDialog } from '../../lib/dialog/open-dialog.ts';
import { $modals, openModal, type ModalName } from '../../stores/modals.ts';

/** Opens a modal at once, even if the shell script that syncs dialogs with the store hasn't loaded yet. */
export function showModal(name: ModalName): void {
  openModal(name);
  const dialog = document.getElementById(`${name}-modal`);
  if ($modals.get().open === name && dialog instanceof HTMLDialogElement) openDialog(dialog);
}

import { openDialog } from '../../lib/dialog/open-dialog.ts';
import { $modals, openModal, type ModalName } from '../../stores/modals.ts';

/** Opens a modal at once, though the shell's script, which keeps dialogs and store in step, may still be on its way. */
export function showModal(name: ModalName): void {
  openModal(name);
  const dialog = document.getElementById(`${name}-modal`);
  if ($modals.get().open === name && dialog instanceof HTMLDialogElement) openDialog(dialog);
}

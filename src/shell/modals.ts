import { openDialog } from '../lib/dialog/open-dialog.ts';
import { $modals, closeModal, isModalName, modalNames, openModal, type ModalName } from '../stores/modals.ts';

/**
 * Syncs the page's dialogs with the modal store in both directions: buttons with `commandfor`, Escape, and store changes. Implements
 * invoker commands where the browser lacks them.
 */
export function startModals(): void {
  // Dialogs we close to make room for another: not closed by the person.
  const superseded = new Set<ModalName>();

  // Reports a dialog opened before this script ran. Must come before subscribing, which closes whatever the store doesn't know. A modal the
  // store opened meanwhile replaces it (a wallet may connect before the page is fully parsed) or suspends it.
  const { open: wanted } = $modals.get();
  if (wanted === null || wanted === 'invalid-chain') for (const name of modalNames) if (dialogOf(name)?.open) openModal(name);
  $modals.subscribe(({ open }) => {
    for (const name of modalNames) {
      const dialog = dialogOf(name);
      if (!dialog?.open || name === open) continue;
      superseded.add(name);
      // Closing returns the focus, so that the next dialog remembers the right element.
      dialog.close();
    }
    const dialog = open && dialogOf(open);
    if (dialog) openDialog(dialog);
  });
  document.addEventListener(
    'toggle',
    ({ target }) => {
      const name = nameOf(target);
      if (name && dialogOf(name)?.open) openModal(name);
    },
    true,
  );
  document.addEventListener(
    'close',
    ({ target }) => {
      const name = nameOf(target);
      // The event fires after closing; the person may have reopened the dialog by then.
      if (name && !superseded.delete(name) && !dialogOf(name)?.open) closeModal(name);
    },
    true,
  );
  if (!('commandForElement' in HTMLButtonElement.prototype)) document.addEventListener('click', obeyCommand);
}

function obeyCommand({ target }: Event): void {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[commandfor][command]') : null;
  const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '');
  if (!button || !(dialog instanceof HTMLDialogElement)) return;
  if (button.getAttribute('command') === 'show-modal' && !dialog.open) {
    dialog.showModal();
    // Browsers without invoker commands may not fire an event when a dialog opens.
    const name = nameOf(dialog);
    if (name) openModal(name);
  }
  if (button.getAttribute('command') === 'close') dialog.close();
}

function dialogOf(name: ModalName): HTMLDialogElement | null {
  const element = document.getElementById(`${name}-modal`);
  return element instanceof HTMLDialogElement ? element : null;
}

function nameOf(target: EventTarget | null): ModalName | undefined {
  const name = target instanceof HTMLDialogElement ? target.id.replace(/-modal$/, '') : '';
  return isModalName(name) ? name : undefined;
}

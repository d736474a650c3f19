import { openDialog } from '../lib/dialog/open-dialog.ts';
import { $modals, closeModal, isModalName, modalNames, openModal, type ModalName } from '../stores/modals.ts';

/**
 * Keeps the dialogs of the page and the store of modals in step, whoever acts first: a button with `commandfor`, Escape, or a
 * store. Where the browser knows no invoker commands, it obeys them itself.
 */
export function startModals(): void {
  // Closed by us to make place: that is not the person closing it.
  const superseded = new Set<ModalName>();

  // One that was opened before this script ran; said first, because subscribing closes what the store knows nothing of. What the
  // store was told meanwhile takes its place (a wallet may be connected before the page is read to its end) or puts it aside.
  const { open: told } = $modals.get();
  if (told === null || told === 'invalid-chain') for (const name of modalNames) if (dialogOf(name)?.open) openModal(name);
  $modals.subscribe(({ open }) => {
    for (const name of modalNames) {
      const dialog = dialogOf(name);
      if (!dialog?.open || name === open) continue;
      superseded.add(name);
      // Closing gives the focus back, so that the next dialog remembers where it came from.
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
      // The event comes after the closing: by then the person may have opened it again.
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
    // Browsers without invoker commands may tell nobody that a dialog opened.
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

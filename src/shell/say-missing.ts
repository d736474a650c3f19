const NOTICE = '[data-missing]';

/** Says in a dialog of the server that what a press needs could not be fetched, and offers the page anew. Said again, it is read out again. */
export function sayMissing(dialog: HTMLDialogElement): void {
  unsayMissing(dialog);
  const notice = document.querySelector<HTMLTemplateElement>('#missing-notice');
  if (!notice) return;
  dialog.append(notice.content.cloneNode(true));
  // On a small screen the dialog is longer than what is seen of it.
  dialog.lastElementChild?.scrollIntoView({ block: 'nearest' });
}

/** Before the dialog comes alive, which it does by the server's markup to the letter. */
export function unsayMissing(dialog: HTMLDialogElement): void {
  dialog.querySelector(NOTICE)?.remove();
}

const NOTICE = '[data-missing]';

/**
 * Says in a server-rendered dialog that a part needed for the click couldn't be loaded, and offers a reload. Saying it again announces it
 * again.
 */
export function sayMissing(dialog: HTMLDialogElement): void {
  unsayMissing(dialog);
  const notice = document.querySelector<HTMLTemplateElement>('#missing-notice');
  if (!notice) return;
  dialog.append(notice.content.cloneNode(true));
  // On a small screen the dialog is taller than its visible part.
  dialog.lastElementChild?.scrollIntoView({ block: 'nearest' });
}

/** Must run before hydration, which requires the server's exact markup. */
export function unsayMissing(dialog: HTMLDialogElement): void {
  dialog.querySelector(NOTICE)?.remove();
}

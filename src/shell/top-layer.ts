/**
 * Shows a popover above everything. A modal dialog makes everything outside it inert, so the popover moves into it to stay audible and
 * clickable.
 */
export function raise(popover: HTMLElement): void {
  const dialogs = document.querySelectorAll<HTMLDialogElement>('dialog:modal');
  const home = dialogs[dialogs.length - 1] ?? document.body;
  const isUp = popover.matches(':popover-open');
  if (isUp && popover.parentElement === home) return;
  if (isUp) popover.hidePopover();
  if (popover.parentElement !== home) home.append(popover);
  popover.showPopover();
}

/** Calls back when a dialog opens or closes, since that changes what is on top. */
export function onDialogs(changed: () => void): void {
  for (const type of ['toggle', 'close']) {
    document.addEventListener(type, ({ target }) => target instanceof HTMLDialogElement && changed(), true);
  }
}

/**
 * Shows a popover above whatever is open. A modal dialog makes everything outside it inert, so that the popover moves into it:
 * there it is heard by screen readers and can be touched.
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

/** Calls back when a dialog opens or closes: that changes what lies on top. */
export function onDialogs(changed: () => void): void {
  for (const type of ['toggle', 'close']) {
    document.addEventListener(type, ({ target }) => target instanceof HTMLDialogElement && changed(), true);
  }
}

/**
 * Shows a popover above everything. A modal dialog makes everything outside it inert, so the popover moves into it to stay audible and
 * clickable.
 */
export function raise(popover: HTMLElement): void {
  const dialogs = document.querySelectorAll<HTMLDialogElement>('dialog:modal');
  const home = dialogs[dialogs.length - 1] ?? document.body;
  const isUp = isPopoverOpen(popover);
  if (isUp && popover.parentElement === home) return;
  const isNative = 'popover' in HTMLElement.prototype;
  if (isUp && isNative) popover.hidePopover();
  if (popover.parentElement !== home) home.append(popover);
  if (isNative) popover.showPopover();
  else popover.classList.add(':popover-open');
}

/** Hides it, out of any dialog. */
export function lower(popover: HTMLElement): void {
  if (!isPopoverOpen(popover)) return;
  if ('popover' in HTMLElement.prototype) popover.hidePopover();
  else popover.classList.remove(':popover-open');
  document.body.append(popover);
}

/** Also before a browser without popovers has been given them (`startShell`), where the selector would throw. */
export function isPopoverOpen(popover: Element): boolean {
  return popover.matches('popover' in HTMLElement.prototype ? ':popover-open' : '.\\:popover-open');
}

/** Calls back when a dialog opens or closes, since that changes what is on top. */
export function onDialogs(changed: () => void): void {
  for (const type of ['toggle', 'close']) {
    document.addEventListener(type, ({ target }) => target instanceof HTMLDialogElement && changed(), true);
  }
}

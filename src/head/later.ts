import { attend } from './attend.ts';
import { DECIDED } from './decided.ts';
import { watchForUpdate } from './watch-for-update.ts';

/** On public pages, after the first screen: attends to what the reader does, as soon as the head script has decided that the page stays. */
function attendLater(): void {
  if (document.documentElement.dataset.outdated !== undefined) return;
  watchForUpdate(import.meta.env.SHELL_ADDRESS);
  if (window.jufiArrival) begin();
  else addEventListener(DECIDED, begin, { once: true });
}

function begin(): void {
  const found = window.jufiArrival;
  if (found && found.leavingFor === undefined) attend(found.isAwaited === true);
}

attendLater();

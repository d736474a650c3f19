/** Between one page and the next: until then the first has usually been drawn. */
const BETWEEN_MS = 400;
/** The pages beside this one, of all that bar and sheet lead to, come before the rest of the bar. */
const NEIGHBOURS = 2;
const LEAST_MEMORY_GB = 4;
const IN_USE = 'dialog[open], :is(input, select, textarea):focus';

declare global {
  interface Navigator {
    readonly connection?: { readonly saveData?: boolean };
    readonly deviceMemory?: number;
  }
}

/**
 * Where nothing hovers, a finger announces itself too late for the page it goes to. So while this page rests, those that its bar leads to are drawn ahead,
 * one after another, and with them the ones beside it; when the sheet is opened, what else it leads to.
 */
export function drawAhead(): void {
  const bar = document.querySelector('nav.bottom');
  const sheet = document.getElementById('more-menu');
  if (!bar?.checkVisibility() || !sheet || !affordsIt()) return;
  const ofBar = linksOf(bar);
  // Its first group: the others are pages for everybody, which the browser fetches but doesn't draw.
  const ofSheet = linksOf(sheet.firstElementChild ?? sheet);
  const near = nearestFirst([...ofBar, ...ofSheet]);
  let waiting = [...near.slice(0, NEIGHBOURS), ...near.slice(NEIGHBOURS).filter((link) => ofBar.includes(link))];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = (): void => {
    clearTimeout(timer);
    const isInUse = document.hidden || document.querySelector(IN_USE) !== null;
    const link = isInUse ? undefined : waiting.shift();
    if (link) nameToBrowser(link, bar);
    if (waiting.length > 0) timer = setTimeout(() => requestIdleCallback(next), BETWEEN_MS);
  };
  const start = (): void => void requestIdleCallback(next);
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
  sheet.addEventListener('toggle', () => {
    if (!sheet.matches(':popover-open')) return;
    waiting = near.filter((link) => ofSheet.includes(link) && !isNamed(link, bar));
    next();
  });
}

/** Browsers decide by themselves, too; not all of them by memory. */
function affordsIt(): boolean {
  const { connection, deviceMemory = LEAST_MEMORY_GB } = navigator;
  return 'requestIdleCallback' in window && connection?.saveData !== true && deviceMemory >= LEAST_MEMORY_GB;
}

/** The link after the current page's comes first, then the one before it, and so on. */
function nearestFirst(links: readonly HTMLAnchorElement[]): HTMLAnchorElement[] {
  const here = links.findIndex((link) => link.getAttribute('aria-current') === 'page');
  const after = links.slice(here + 1);
  const before = links.slice(0, Math.max(here, 0)).toReversed();
  return after.flatMap((link, index) => [link, ...before.slice(index, index + 1)]).concat(before.slice(after.length));
}

/** The speculation rules look for the attribute. It's on a link that nobody sees, since browsers take none from a sheet that is closed. */
function nameToBrowser({ href }: HTMLAnchorElement, bar: Element): void {
  const named = Object.assign(document.createElement('a'), { href, inert: true });
  named.dataset.ahead = '';
  Object.assign(named.style, { position: 'fixed', visibility: 'hidden' });
  bar.append(named);
}

function isNamed({ href }: HTMLAnchorElement, bar: Element): boolean {
  return [...bar.querySelectorAll<HTMLAnchorElement>('[data-ahead]')].some((named) => named.href === href);
}

function linksOf(list: Element): HTMLAnchorElement[] {
  return [...list.querySelectorAll('a')];
}

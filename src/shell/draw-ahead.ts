/** Between one page and the next: until then the first has usually been drawn. */
const BETWEEN_MS = 400;
/** The same once the sheet is open: what is drawn just then delays the page that the finger is about to go to. */
const BETWEEN_IN_SHEET_MS = 800;
/** Of all pages that the bar and the sheet lead to, those next to this one come first, then the rest of the bar. */
const NEIGHBOURS = 2;
/** At rest; each takes some 25 MB. */
const MOST = 5;
const LEAST_MEMORY_GB = 4;
const IN_USE = 'dialog[open],:is(input,select,textarea):focus';

declare global {
  interface Navigator {
    readonly connection?: { readonly saveData?: boolean };
    readonly deviceMemory?: number;
  }
}

/**
 * Where nothing hovers, a finger announces itself too late for the page it goes to. So while this page rests, those that its bar leads to are drawn ahead,
 * one after another, and with them the ones beside it; when the sheet is opened, what else it leads to. Browsers decide by themselves whether a device
 * affords it, but not all of them take its memory into account.
 */
export function drawAhead(): void {
  const bar = document.querySelector('nav.bottom');
  const sheet = document.getElementById('account-menu');
  const { connection, deviceMemory = LEAST_MEMORY_GB } = navigator;
  if (!bar?.checkVisibility() || !sheet || connection?.saveData || deviceMemory < LEAST_MEMORY_GB) return;
  const links = linksOf([bar, sheet]);
  const near = nearestFirst(links);
  const rest = links.filter((link) => bar.contains(link) && near.indexOf(link) >= NEIGHBOURS);
  let waiting = [...near.slice(0, NEIGHBOURS), ...rest].slice(0, MOST);
  let betweenMs = BETWEEN_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = (): void => {
    clearTimeout(timer);
    const link = document.hidden || document.querySelector(IN_USE) ? undefined : waiting.shift();
    if (link) {
      nameToBrowser(link, bar);
      near.splice(near.indexOf(link), 1);
    }
    if (waiting.length > 0) timer = setTimeout(atRest, betweenMs);
  };
  const atRest = (): void => whenIdle(next);
  if (document.readyState === 'complete') atRest();
  else addEventListener('load', atRest, { once: true });
  // The finger's own page comes first.
  for (const place of [bar, sheet]) place.addEventListener('pointerdown', () => (waiting = []), { passive: true });
  sheet.addEventListener('toggle', () => {
    if (!sheet.matches(':popover-open')) return;
    waiting = near.filter((link) => sheet.contains(link));
    betweenMs = BETWEEN_IN_SHEET_MS;
    next();
  });
}

/** The sheet's first group. The other groups are public pages, which the browser fetches but doesn't render. */
function linksOf(places: readonly Element[]): HTMLAnchorElement[] {
  return places.flatMap((place) => [...place.querySelectorAll<HTMLAnchorElement>(':scope>a,ul:first-of-type a')]);
}

/** The page after this one comes first, then the one before it, and so on. */
function nearestFirst(links: readonly HTMLAnchorElement[]): HTMLAnchorElement[] {
  const here = links.findIndex((link) => link.matches('[aria-current=page]'));
  const distance = (link: HTMLAnchorElement): number => Math.abs(links.indexOf(link) - here - 0.1);
  return links.filter((_, index) => index !== here).sort((one, other) => distance(one) - distance(other));
}

/** The speculation rules look for the attribute. It's on a hidden link, since browsers ignore links in a closed sheet. */
function nameToBrowser({ href }: HTMLAnchorElement, bar: Element): void {
  const named = Object.assign(document.createElement('a'), { href, inert: true });
  named.dataset.ahead = '';
  named.style.cssText = 'position:fixed;visibility:hidden';
  bar.append(named);
}

/**
 * Runs once the page has nothing else to do, and after `atLatestMs` in any case: Chromium may withhold idle callbacks even from a page that rests, and Safari
 * has none.
 */
export function whenIdle(run: () => void, atLatestMs = 1_000): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: atLatestMs });
  else setTimeout(run, atLatestMs);
}

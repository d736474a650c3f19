import { PART_MISSING, PART_SETTLED, type PartNews } from '../lib/visit/define-part.ts';
import { loadAnew } from '../lib/visit/leave-for.ts';
import { lower, onDialogs, raise } from '../shell/top-layer.ts';
import { UPDATE_SUSPECTED } from '../lib/visit/suspect-update.ts';
import { carry } from './carry.ts';

const PATIENCE_MS = 8_000;

/**
 * Says that a part of the page couldn't be loaded, for as long as that is so, and tries again when asked. In an inline script, because a page whose scripts
 * don't come has to say so too.
 */
export function watchForMissing(): void {
  const missing = new Set<PartNews>();
  const findNotice = (): HTMLElement | null => document.getElementById('missing-notice');
  const show = (): void => {
    const notice = findNotice();
    if (!notice || missing.size === 0) return;
    raise(notice);
    // The button tries again; a press on it isn't another chance.
    const keep = (event: Event): void => event.stopPropagation();
    notice.onpointerdown = keep;
    notice.onkeydown = keep;
    const button = notice.querySelector('button');
    if (button) button.onclick = () => void tryAgain(button, missing);
  };
  addEventListener(PART_MISSING, ({ detail }) => {
    missing.add(detail);
    show();
    // Perhaps it was removed by a new release.
    dispatchEvent(new Event(UPDATE_SUSPECTED));
  });
  addEventListener(PART_SETTLED, ({ detail }) => {
    const notice = findNotice();
    if (missing.delete(detail) && missing.size === 0 && notice) lower(notice);
  });
  onDialogs(show);
}

async function tryAgain(button: HTMLButtonElement, missing: ReadonlySet<PartNews>): Promise<void> {
  if (button.hasAttribute('aria-busy')) return;
  button.setAttribute('aria-busy', 'true');
  const timeOut = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([timeOut, Promise.allSettled([...missing].map((retry) => retry()))]);
  // Files that are there and still can't be imported are remembered as failed, or are of an earlier build. Without a connection, though, loading the page
  // anew would leave the person with none at all.
  if (missing.size > 0 && (await isPageThere())) {
    const found = window.jufiArrival;
    loadAnew(found?.linkToken === undefined ? undefined : carry(found, location.pathname));
  }
  button.removeAttribute('aria-busy');
}

async function isPageThere(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })).ok;
  } catch {
    return false;
  }
}

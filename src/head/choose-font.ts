import { deviceStorage } from '../lib/storage/safe-storage.ts';
import { storageKeys } from '../lib/storage/storage-keys.ts';

/** Where a page gets this far within this time, the font can also be there within what Chromium waits for it, 100 ms. */
const NEAR_MS = 50;

/**
 * Decides before the first paint of a public page whether it is drawn in the site's own font: if the device has it, or the server is near. Otherwise the page
 * stays in the system's font, because a late font shifts the text while it is read; the font is then fetched for the next page.
 */
export function chooseFont(): void {
  const rules = document.querySelector<HTMLStyleElement>('#font');
  const files = rules?.dataset['files'];
  if (!rules || files === undefined) return;
  const isKnown = deviceStorage.get(storageKeys.font) === files;
  if (isKnown || isNear()) for (const href of files.split(' ')) preload(href);
  else rules.media = 'not all';
  if (!isKnown) addEventListener('load', () => void keep(files), { once: true });
}

/** Time since this page's own request: on a slow connection, a page may begin to arrive long before its head does. */
function isNear(): boolean {
  const [own] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return own !== undefined && performance.now() - own.requestStart < NEAR_MS;
}

function preload(href: string): void {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'font', crossOrigin: 'anonymous', href }));
}

/** A font face outside the document is only fetched, so there is no new layout. */
async function keep(files: string): Promise<void> {
  const fetched = await Promise.allSettled(files.split(' ').map((href) => new FontFace('-', `url(${href})`).load()));
  if (fetched.every(({ status }) => status === 'fulfilled')) deviceStorage.set(storageKeys.font, files);
}

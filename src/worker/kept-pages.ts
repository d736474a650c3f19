import { languageOf, type LanguageCode } from '../lib/i18n/languages.ts';
import { localePath, splitLocalePath } from '../lib/i18n/locale-path.ts';
import { markAsOf } from '../lib/mark-as-of.ts';

export interface KeptPages {
  /** Keeps a page as the network gave it, if it is one that may be shown again. */
  keep: (key: string, answer: Response) => Promise<void>;
  /** The last one, marked with its age; else the offline page in its language, if that is kept. */
  show: (key: string) => Promise<Response | undefined>;
  /** Makes sure that the offline page is cached in the page's language. */
  prepare: (key: string) => Promise<void>;
}

export interface KeptPagesOptions {
  caches: CacheStorage;
  fetch: typeof fetch;
  /** The notice on a page that is shown offline, in each language, with `{{moment}}`. */
  texts: Readonly<Record<LanguageCode, string>>;
}

export const PAGES = 'jufi-pages-2';
export const FILES = 'jufi-files-1';
const FRESH_MS = 10 * 60_000;
const MOST_PAGES = 60;
const MOST_FILES = 400;

export function createKeptPages({ caches, fetch, texts }: KeptPagesOptions): KeptPages {
  return {
    keep: async (key, answer) => {
      if (!mayBeKept(answer)) return;
      const pages = await caches.open(PAGES);
      if (isSameAs(answer, await pages.match(key))) return answer.body?.cancel();
      const html = await answer.clone().text();
      await pages.delete(key);
      await pages.put(key, answer);
      await keepFilesOf(html, await caches.open(FILES), fetch);
      await forgetOldest(pages, MOST_PAGES);
    },
    show: async (key) => {
      const pages = await caches.open(PAGES);
      const kept = await pages.match(key);
      const { language } = splitLocalePath(key.replace(/\?.*/, ''));
      if (kept === undefined) return pages.match(localePath(language, '/offline'));
      const at = new Date(kept.headers.get('date') ?? 0);
      const html = markAsOf(await kept.text(), at, { text: texts[language], locale: languageOf(language).locale });
      return new Response(html, { headers: kept.headers });
    },
    prepare: async (key) => {
      const { language } = splitLocalePath(key.replace(/\?.*/, ''));
      const address = localePath(language, '/offline');
      const pages = await caches.open(PAGES);
      if ((await pages.match(address)) !== undefined) return;
      const answer = await fetch(address);
      if (answer.ok) await pages.put(address, answer);
    },
  };
}

/** Keeps what hashed files the browser has of a page, without fetching any: those it did not need, the page works without. */
async function keepFilesOf(html: string, files: Cache, fetch: typeof globalThis.fetch): Promise<void> {
  const addresses = new Set(Array.from(html.matchAll(/"(\/_astro\/[^"?#]+)"/g), ([, address = '']) => address));
  for (const address of addresses) {
    if ((await files.match(address)) !== undefined) continue;
    const answer = await fetch(address, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => undefined);
    if (answer?.status === 200) await files.put(address, answer);
  }
  await forgetOldest(files, MOST_FILES);
}

/** Keeps a file that pages are made of. */
export async function keepFile(files: Cache, request: Request, answer: Response): Promise<void> {
  if (answer.status !== 200) return;
  await files.put(request, answer);
  await forgetOldest(files, MOST_FILES);
}

/** Incomplete pages and pages about the present aren't cached, nor are those that the server served from its own cache with their age. */
function mayBeKept({ status, redirected, type, headers }: Response): boolean {
  return (
    status === 200 &&
    type === 'basic' &&
    !redirected &&
    (headers.get('content-type') ?? '').startsWith('text/html') &&
    !/no-store|must-revalidate/.test(headers.get('cache-control') ?? '') &&
    !headers.has('last-modified')
  );
}

/** Phones prerender several pages for each visible one, so a page cached a moment ago isn't written again. */
function isSameAs({ headers }: Response, kept: Response | undefined): boolean {
  const etag = headers.get('etag');
  if (kept === undefined || etag === null || etag !== kept.headers.get('etag')) return false;
  return Date.parse(headers.get('date') ?? '') - Date.parse(kept.headers.get('date') ?? '') < FRESH_MS;
}

/** A cache lists its keys in the order in which they came. */
async function forgetOldest(cache: Cache, most: number): Promise<void> {
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(keys.length - most, 0))) await cache.delete(key);
}

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { z } from 'zod';
import { languageOf } from '../../src/lib/i18n/languages.ts';
import { splitLocalePath } from '../../src/lib/i18n/locale-path.ts';
import { markAsOf } from '../../src/lib/mark-as-of.ts';
import { type Content, hashOf } from './content.ts';

/** By path: `home.html` and `home/index.html` are both `/home`. */
export type StaticFiles = ReadonlyMap<string, Content>;

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  // Module scripts and service workers are always UTF-8 (HTML Standard, 8.1.4.2), and a page loads twenty-five of them.
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
  pdf: 'application/pdf',
};

const HASHED = '_astro';

/** The same, plus hashed files of earlier builds: pages opened then still request them. */
export async function loadSiteFiles(folder: string, earlierFolders: readonly string[] = []): Promise<StaticFiles> {
  const files = new Map(await loadStaticFiles(folder));
  for (const earlier of earlierFolders) {
    if (!existsSync(join(earlier, HASHED))) continue;
    for (const [path, content] of await loadStaticFiles(join(earlier, HASHED), `/${HASHED}`)) {
      if (!files.has(path)) files.set(path, content);
    }
  }
  return files;
}

/**
 * Keeps the static files in memory. Opening them on each request would fail when the folder is rebuilt or file handles run out; and no path from a client
 * reaches the disk.
 */
export async function loadStaticFiles(folder: string, below = ''): Promise<StaticFiles> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const all = new Set(names);
  const files = new Map<string, Content>();
  for (const name of names) {
    const isPackedForm = /\.(br|gz)$/.test(name) && all.has(name.replace(/\.(br|gz)$/, ''));
    if (!isPackedForm && !isHidden(name)) files.set(`${below}${pathOf(name)}`, await loadFile(folder, name, all, below));
  }
  return files;
}

async function loadFile(folder: string, name: string, all: ReadonlySet<string>, below: string): Promise<Content> {
  const read = async (packed: string): Promise<Buffer | undefined> => (all.has(packed) ? readFile(join(folder, packed)) : undefined);
  const plain = await readFile(join(folder, name));
  const path = `${below}${pathOf(name)}`;
  return {
    type: TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream',
    cacheControl: cacheControl(path, name),
    hash: hashOf(plain),
    plain,
    br: await read(`${name}.br`),
    gzip: await read(`${name}.gz`),
  };
}

function pathOf(name: string): string {
  const path = `/${name}`;
  if (path === '/index.html') return '/';
  return path.replace(/(\/index)?\.html$/, '');
}

/**
 * Pages and unhashed files are revalidated each time, which costs an empty 304 if nothing changed. `public` would change nothing for hashed files, since
 * they are requested without credentials (RFC 9111, 5.2.2.9).
 */
function cacheControl(path: string, name: string): string {
  if (path.startsWith('/_astro/')) return 'max-age=31536000, immutable';
  return name.endsWith('.html') || name === 'sw.js' ? 'no-cache' : 'public, max-age=300, stale-while-revalidate=86400';
}

function isHidden(name: string): boolean {
  return /(^|\/)\./.test(name) && !name.startsWith('.well-known/');
}

const texts = z.object({ asOf: z.object({ unanswered: z.string() }) });

/** Adds a notice to a page, in its language, that it couldn't be rendered again, and its date. Times on public pages are in UTC. */
export function createOldMark(files: StaticFiles): (html: string, target: string, at: Date) => string {
  return (html, target, at) => {
    const { code, locale } = languageOf(splitLocalePath(target.replace(/\?.*/, '')).language);
    const file = files.get(`/locales/${code}/common.json`);
    if (file === undefined) return html;
    const { asOf } = texts.parse(JSON.parse(file.plain.toString()));
    return markAsOf(html, at, { text: asOf.unanswered, locale, timeZone: 'UTC' });
  };
}

/**
 * Replaces the service worker when the operator has turned it off. Browsers check for a new version whenever a page is opened: this one takes over at once,
 * deletes the caches, and unregisters itself.
 */
export function workerOff(): Content {
  const plain = Buffer.from(`addEventListener('install', () => self.skipWaiting());
addEventListener('activate', (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    await registration.unregister();
  };
  event.waitUntil(forget());
});
`);
  return { type: 'text/javascript; charset=utf-8', cacheControl: 'no-cache', hash: hashOf(plain), plain };
}

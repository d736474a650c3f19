import '../lib/fill-gaps.ts';
import type { LanguageCode } from '../lib/i18n/languages.ts';
import { REQUEST_SITE_HEADER, siteOfFetched, tellsRequestSite, writeRequestSite } from '../lib/visit/request-site.ts';
import { createKeptPages, FILES, keepFile, PAGES } from './kept-pages.ts';
import { ownPath, readPushed } from './read-pushed.ts';
import { pageKey, requestKind } from './request-kind.ts';

declare global {
  interface ImportMetaEnv {
    /** Set by the integration that bundles this script, as JSON. */
    readonly OFFLINE_TEXTS: Readonly<Record<LanguageCode, string>>;
  }
}

const scope = self as unknown as WorkerScope;
const { origin } = scope.location;
const NAME = 'JuFi';
const pages = createKeptPages({ caches: scope.caches, fetch: (input, init) => fetch(input, init), texts: import.meta.env.OFFLINE_TEXTS });

/*
 * Pages always come from the network while there is one, and hashed files never change: whichever version of this worker runs, what a reader sees is
 * the newest. So it takes over at once, and a faulty one is gone with the next page.
 */
scope.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([scope.skipWaiting(), keepOpenPages()]));
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([scope.registration.navigationPreload?.enable(), forgetOtherVersions(), scope.clients.claim()]));
});

scope.addEventListener('fetch', (event) => {
  const found = requestKind(event.request, origin);
  if (found.kind === 'page') event.respondWith(answerPage(event, found.key));
  else if (found.kind === 'hashed') event.respondWith(answerHashed(event));
  else if (found.kind === 'part') event.respondWith(answerPart(event));
});

scope.addEventListener('push', (event) => {
  event.waitUntil(showPushed(event));
});

scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const data: unknown = event.notification.data;
  const path: unknown = typeof data === 'object' && data !== null && 'path' in data ? data.path : undefined;
  event.waitUntil(lead(ownPath(path, origin)));
});

/** The page that the worker was asked for from: the first that a reader may want to see again. */
async function keepOpenPages(): Promise<void> {
  for (const { url } of await scope.clients.matchAll({ includeUncontrolled: true })) {
    const address = new URL(url);
    if (address.searchParams.has('token')) continue;
    const key = pageKey(address);
    await pages.prepare(key);
    await pages.keep(key, await fetch(key));
  }
}

async function forgetOtherVersions(): Promise<void> {
  for (const name of await scope.caches.keys()) if (name !== PAGES && name !== FILES) await scope.caches.delete(name);
}

/** A browser demands that every message shows something. */
async function showPushed({ data }: WorkerPushEvent): Promise<void> {
  const pushed = readPushed(data?.text(), origin);
  const looks = { icon: '/icon-192.png', badge: '/icon-192.png' };
  if (pushed === null) await scope.registration.showNotification(NAME, looks);
  else
    await scope.registration.showNotification(NAME, {
      ...looks,
      body: pushed.text,
      tag: pushed.tag,
      timestamp: pushed.at,
      data: { path: pushed.path },
    });
}

/** Navigates an open page there, which keeps its session: a newly opened one may count as a visit. */
async function lead(path: string): Promise<void> {
  const [open] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open === undefined) {
    await scope.clients.openWindow(path);
    return;
  }
  open.postMessage({ go: path });
  await open.focus();
}

async function answerPage(event: WorkerFetchEvent, key: string): Promise<Response> {
  try {
    const preloaded = await event.preloadResponse;
    const answer = preloaded ?? (await fetch(event.request));
    const copy = answer.clone();
    event.waitUntil(pages.keep(key, copy).then(() => pages.prepare(key)));
    return preloaded && tellsRequestSite(preloaded.headers) ? answer : tellRequestSite(answer, event.request);
  } catch {
    const kept = await pages.show(key);
    return kept ? tellRequestSite(kept, event.request) : Response.error();
  }
}

/** A kept answer tells of the request that it was kept of, and one that this worker fetched of the worker's. */
function tellRequestSite(answer: Response, request: Request): Response {
  // A redirect, which the browser follows itself.
  if (answer.type === 'opaqueredirect') return answer;
  const headers = new Headers(answer.headers);
  headers.set(REQUEST_SITE_HEADER, writeRequestSite(siteOfFetched(request, origin)));
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

async function answerHashed(event: WorkerFetchEvent): Promise<Response> {
  return (await keptFile(event)) ?? fetchFile(event);
}

async function answerPart(event: WorkerFetchEvent): Promise<Response> {
  try {
    return await fetchFile(event);
  } catch {
    return (await keptFile(event)) ?? Response.error();
  }
}

/** Undefined as well where the browser's storage is broken or was taken away: the site then needs none. */
async function keptFile({ request }: WorkerFetchEvent): Promise<Response | undefined> {
  try {
    return await (await scope.caches.open(FILES)).match(request);
  } catch {
    return undefined;
  }
}

async function fetchFile(event: WorkerFetchEvent): Promise<Response> {
  const answer = await fetch(event.request);
  const copy = answer.clone();
  event.waitUntil(scope.caches.open(FILES).then((files) => keepFile(files, event.request, copy)));
  return answer;
}

/** The parts of a service worker's events and global scope that ours uses (Service Workers, W3C): TypeScript's library has either the page's names or the worker's. */
interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}

interface WorkerFetchEvent extends WorkerEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
}

interface WorkerPushEvent extends WorkerEvent {
  readonly data: { text: () => string } | null;
}

interface WorkerNotificationEvent extends WorkerEvent {
  readonly notification: Notification;
}

interface WorkerWindow {
  readonly url: string;
  focus: () => Promise<unknown>;
  postMessage: (message: unknown) => void;
}

interface WorkerScope {
  readonly location: Location;
  readonly caches: CacheStorage;
  readonly clients: {
    claim: () => Promise<void>;
    matchAll: (options: { type?: 'window'; includeUncontrolled: boolean }) => Promise<readonly WorkerWindow[]>;
    openWindow: (address: string) => Promise<unknown>;
  };
  readonly registration: {
    navigationPreload?: { enable: () => Promise<void> };
    showNotification: (title: string, options: NotificationOptions & { timestamp?: number }) => Promise<void>;
  };
  skipWaiting: () => Promise<void>;
  addEventListener: ((type: 'install' | 'activate', listener: (event: WorkerEvent) => void) => void) &
    ((type: 'fetch', listener: (event: WorkerFetchEvent) => void) => void) &
    ((type: 'push', listener: (event: WorkerPushEvent) => void) => void) &
    ((type: 'notificationclick', listener: (event: WorkerNotificationEvent) => void) => void);
}

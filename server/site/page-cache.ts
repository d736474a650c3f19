import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

import type { Clock } from '../../src/lib/clock.ts';
import type { RenderedPage, RenderPage } from './astro-pages.ts';
import { type Content, hashOf } from './content.ts';
import { keepOwnHashes } from './keep-own-hashes.ts';
import { packPage, type PackedPage, type Tightness } from './pack-page.ts';
import { createRenderGate, RenderRefused } from './render-gate.ts';
import { FRAME_POLICY } from './security-headers.ts';

export interface PageAnswer {
  status: number;
  content: Content;
  /** The target of a redirect. */
  location?: string | undefined;
}

/** Throws RenderRefused if the page isn't cached and its client, identified by `client`, has used up its renders. */
export type GetPage = (target: string, client: string) => Promise<PageAnswer | undefined>;

export interface PageCacheOptions {
  render: RenderPage;
  clock: Clock;
  onError: (error: unknown) => void;
  /** Waits until the reader of an old page has probably fetched its files. */
  rest?: () => Promise<void>;
  /** How long somebody waits for a new page before they get the old one. */
  patience?: () => Promise<void>;
  /** Adds the date to a page that replaces one that couldn't be rendered. */
  markOld?: (html: string, target: string, at: Date) => string;
}

interface Kept {
  answer: PageAnswer;
  packed: PackedPage;
  /** The same, marked with its age; created on first use. */
  marked?: Promise<PageAnswer>;
  renderedAtMs: number;
  /** When the last attempt to render it again failed. */
  failedAtMs: number;
}

const FRESH_MS = 10_000;
const STALE_MS = 50_000;
/** How long an old page, marked as old, is better than none while the provider is down. */
const STALE_ON_ERROR_MS = 7 * 24 * 3_600_000;
/** After a failed or incomplete render, the previous page is served this long without another attempt. */
const RETRY_MS = 5_000;
const REST_MS = 2_000;
const PATIENCE_MS = 1_000;
const LARGEST_CACHE_BYTES = 64 * 1024 * 1024;
const SHARED_CACHE_CONTROL = `public, max-age=0, s-maxage=${FRESH_MS / 1000}, stale-while-revalidate=${STALE_MS / 1000}`;

/**
 * Caches pages rendered on demand: fresh for 10 s, served while the next one is rendered for 50 s more (RFC 5861), and served with their age for days if
 * rendering fails. A page with `must-revalidate` (RFC 9111) is never served stale.
 */
export function createPageCache({
  render,
  clock,
  onError,
  rest = () => waitFor(REST_MS),
  patience = () => waitFor(PATIENCE_MS),
  markOld = (html) => html,
}: PageCacheOptions): GetPage {
  const kept = new LRUCache<string, Kept>({ maxSize: LARGEST_CACHE_BYTES, sizeCalculation: ({ answer }) => sizeOf(answer.content) });
  const gate = createRenderGate(clock);
  const running = new Map<string, Promise<PageAnswer | undefined>>();
  const renewing = new Set<string>();
  let isTightening = false;

  /** Concurrent requests share one rendering. */
  function renew(target: string, tightness: Tightness): Promise<PageAnswer | undefined> {
    const current = running.get(target) ?? renderAndKeep(target, tightness).finally(() => running.delete(target));
    running.set(target, current);
    return current;
  }

  /** Delayed: the reader of the old page requests its files next, and rendering would delay them. */
  async function renewUnasked(target: string): Promise<void> {
    if (renewing.has(target)) return;
    renewing.add(target);
    try {
      await rest();
      if (ageOf(kept.peek(target)) >= FRESH_MS) await renewTightly(target);
    } finally {
      renewing.delete(target);
    }
  }

  /** Tight compression of one page at a time: more would delay readers. */
  async function renewTightly(target: string): Promise<void> {
    if (isTightening) {
      await renew(target, 'quick');
      return;
    }
    isTightening = true;
    try {
      await renew(target, 'tight');
    } finally {
      isTightening = false;
    }
  }

  function ageOf(page: Kept | undefined): number {
    return page === undefined ? Infinity : clock().getTime() - page.renderedAtMs;
  }

  async function renderAndKeep(target: string, tightness: Tightness): Promise<PageAnswer | undefined> {
    const page = await gate.run(() => render(target));
    if (page === undefined) {
      kept.delete(target);
      return undefined;
    }
    const old = kept.peek(target);
    if (old !== undefined && isWorse(page) && mayStandIn(old)) {
      old.failedAtMs = clock().getTime();
      return ageOf(old) > STALE_ON_ERROR_MS ? answerOf(page, await packPage(page.body, tightness)) : markedAnswer(target, old);
    }
    const packed = unchanged(old, page, tightness) ?? (await packPage(page.body, tightness));
    const answer = answerOf(page, packed);
    if (mayBeKept(page)) kept.set(target, { answer, packed, renderedAtMs: clock().getTime(), failedAtMs: -Infinity });
    else kept.delete(target);
    return answer;
  }

  /** There is no page to show, or none that may replace a newer one. */
  function renewForClient(target: string, client: string): Promise<PageAnswer | undefined> {
    // Requests for a page that is already being rendered cost nothing.
    if (!running.has(target)) gate.admit(client);
    return renew(target, 'quick');
  }

  async function renewOrShowOld(target: string, client: string, old: Kept): Promise<PageAnswer | undefined> {
    if (isFailing(old)) return markedAnswer(target, old);
    try {
      const renewed = renewForClient(target, client);
      const first = await Promise.race([renewed.then((answer) => ({ answer })), patience()]);
      if (first !== undefined) return first.answer;
      renewed.catch(onError);
      old.failedAtMs = clock().getTime();
    } catch (error) {
      if (!(error instanceof RenderRefused)) {
        old.failedAtMs = clock().getTime();
        onError(error);
      }
    }
    return markedAnswer(target, old);
  }

  function isFailing({ failedAtMs }: Kept): boolean {
    return clock().getTime() - failedAtMs < RETRY_MS;
  }

  function markedAnswer(target: string, old: Kept): Promise<PageAnswer> {
    old.marked ??= markAnswer(old, (html) => markOld(html, target, new Date(old.renderedAtMs)));
    return old.marked;
  }

  return async (target, client) => {
    const old = kept.get(target);
    const ageMs = ageOf(old);
    if (old !== undefined && ageMs < FRESH_MS) return old.answer;
    if (old === undefined || ageMs > STALE_ON_ERROR_MS || !mayStandIn(old)) return renewForClient(target, client);
    if (ageMs >= FRESH_MS + STALE_MS) return renewOrShowOld(target, client, old);
    if (!isFailing(old))
      renewUnasked(target).catch((error: unknown) => {
        old.failedAtMs = clock().getTime();
        onError(error);
      });
    return old.failedAtMs > old.renderedAtMs ? markedAnswer(target, old) : old.answer;
  };
}

/** An incomplete page, whose data couldn't be read; such pages ask not to be cached. */
function isWorse({ status, headers }: RenderedPage): boolean {
  return status >= 500 || (status === 200 && /no-store/i.test(headers.get('cache-control') ?? ''));
}

/** A page about the current state: an old one would claim that all is well. */
function mayStandIn({ answer }: Kept): boolean {
  return !answer.content.cacheControl.includes('must-revalidate');
}

/** Machine-readable responses carry their own date, or have it in the headers. */
async function markAnswer({ answer, packed, renderedAtMs }: Kept, mark: (html: string) => string): Promise<PageAnswer> {
  const { content } = answer;
  const headers = { ...content.headers, 'Last-Modified': new Date(renderedAtMs).toUTCString() };
  const old = { ...content, headers, cacheControl: 'no-cache' };
  if (!content.type.startsWith('text/html')) return { ...answer, content: old };
  const plain = Buffer.from(mark(content.plain.toString()));
  const { br, gzip } = plain.equals(content.plain) ? packed : await packPage(plain, 'quick');
  return { ...answer, content: { ...old, plain, br, gzip, hash: hashOf(br) } };
}

/** Doesn't keep the process alive. */
async function waitFor(ms: number): Promise<void> {
  await wait(ms, undefined, { ref: false });
}

/** The previous rendering's compressed form, if this one is equal and needs no tighter compression. */
function unchanged(old: Kept | undefined, { body }: RenderedPage, tightness: Tightness): PackedPage | undefined {
  if (old === undefined || !old.answer.content.plain.equals(body)) return undefined;
  return tightness === 'tight' && old.packed.tightness === 'quick' ? undefined : old.packed;
}

function answerOf({ status, headers, body }: RenderedPage, { br, gzip }: PackedPage): PageAnswer {
  const type = headers.get('content-type') ?? 'text/html';
  const policy = headers.get('content-security-policy');
  const content: Content = {
    type: /^text\/[\w.+-]+$/.test(type) ? `${type}; charset=utf-8` : type,
    cacheControl: headers.get('cache-control') ?? SHARED_CACHE_CONTROL,
    // Another encoding of the same body is another representation (RFC 9110, 8.8.1).
    hash: hashOf(br),
    plain: body,
    br,
    gzip,
    // Pages rendered on demand have their policy in a header, static ones in a meta tag.
    headers:
      policy === null
        ? undefined
        : { 'Content-Security-Policy': `${keepOwnHashes(policy, body.toString()).replace(/[;\s]+$/, '')}; ${FRAME_POLICY}` },
  };
  return { status, content, location: headers.get('location') ?? undefined };
}

function mayBeKept({ status, headers }: RenderedPage): boolean {
  return status === 200 && !headers.has('set-cookie') && !/no-store|private/i.test(headers.get('cache-control') ?? '');
}

function sizeOf({ plain, br, gzip: packed }: Content): number {
  return plain.length + (br?.length ?? 0) + (packed?.length ?? 0) + 1;
}

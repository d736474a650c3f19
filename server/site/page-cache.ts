import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

import { type Clock } from '../../src/lib/clock.ts';
import { type RenderedPage, type RenderPage } from './astro-pages.ts';
import { type Content, hashOf } from './content.ts';
import { keepOwnHashes } from './keep-own-hashes.ts';
import { packPage, type PackedPage, type Tightness } from './pack-page.ts';
import { createRenderGate, RenderRefused } from './render-gate.ts';
import { FRAME_POLICY } from './security-headers.ts';

export interface PageAnswer {
  status: number;
  content: Content;
  /** Where a page sends its reader instead. */
  location?: string | undefined;
}

/** Throws RenderRefused when the page is not kept and its client, told apart by `client`, has had its share of renders. */
export type GetPage = (target: string, client: string) => Promise<PageAnswer | undefined>;

export interface PageCacheOptions {
  render: RenderPage;
  clock: Clock;
  onError: (error: unknown) => void;
  /** Waits until whoever was shown an old page has likely fetched what belongs to it. */
  rest?: () => Promise<void>;
  /** How long somebody waits for a new page before they are shown the old one. */
  patience?: () => Promise<void>;
  /** Says in a page of when it is, where it stands in for one that could not be made. */
  markOld?: (html: string, target: string, at: Date) => string;
}

interface Kept {
  answer: PageAnswer;
  packed: PackedPage;
  /** The same, marked with its age; made when it is first needed. */
  marked?: Promise<PageAnswer>;
  renderedAtMs: number;
  /** When it was last tried in vain to render it anew. */
  failedAtMs: number;
}

const FRESH_MS = 10_000;
const STALE_MS = 50_000;
/** How long an old page, marked as old, is better than none while the provider is down. */
const STALE_ON_ERROR_MS = 7 * 24 * 3_600_000;
/** After a render that failed or lacks something, the page before is shown this long without trying again. */
const RETRY_MS = 5_000;
const REST_MS = 2_000;
const PATIENCE_MS = 1_000;
const LARGEST_CACHE_BYTES = 64 * 1024 * 1024;
const SHARED_CACHE_CONTROL = `public, max-age=0, s-maxage=${FRESH_MS / 1000}, stale-while-revalidate=${STALE_MS / 1000}`;

/**
 * Keeps pages that are rendered on demand: fresh for 10 s, shown while the next one is made for 50 s more (RFC 5861), and marked with their age for
 * days where no next one can be made. What asks to be revalidated (RFC 9111, `must-revalidate`) is never shown when it isn't fresh.
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

  /** However many ask at once, a page is rendered once. */
  function renew(target: string, tightness: Tightness): Promise<PageAnswer | undefined> {
    const current = running.get(target) ?? renderAndKeep(target, tightness).finally(() => running.delete(target));
    running.set(target, current);
    return current;
  }

  /** Not at once: who was shown the old page asks for its files next, and rendering would keep them waiting. */
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

  /** One at a time is packed tightly: many would keep those waiting who do wait. */
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

  /** There is no page to show, or none that may stand in for a newer one. */
  function renewForClient(target: string, client: string): Promise<PageAnswer | undefined> {
    // Whoever asks for what is being rendered already costs nothing.
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

/** What lacks something, because what it is made of could not be read; pages say so by asking not to be kept. */
function isWorse({ status, headers }: RenderedPage): boolean {
  return status >= 500 || (status === 200 && /no-store/i.test(headers.get('cache-control') ?? ''));
}

/** Says what holds now, or that nothing is known: an old page would say that all is well. */
function mayStandIn({ answer }: Kept): boolean {
  return !answer.content.cacheControl.includes('must-revalidate');
}

/** What machines read says of when it is by itself, or by its headers. */
async function markAnswer({ answer, packed, renderedAtMs }: Kept, mark: (html: string) => string): Promise<PageAnswer> {
  const { content } = answer;
  const headers = { ...content.headers, 'Last-Modified': new Date(renderedAtMs).toUTCString() };
  const old = { ...content, headers, cacheControl: 'no-cache' };
  if (!content.type.startsWith('text/html')) return { ...answer, content: old };
  const plain = Buffer.from(mark(content.plain.toString()));
  const { br, gzip } = plain.equals(content.plain) ? packed : await packPage(plain, 'quick');
  return { ...answer, content: { ...old, plain, br, gzip, hash: hashOf(br) } };
}

/** Holds no process back from ending. */
async function waitFor(ms: number): Promise<void> {
  await wait(ms, undefined, { ref: false });
}

/** What the last rendering was packed to, where this one is the same and need not be packed more tightly. */
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
    // The same body packed otherwise is another answer (RFC 9110, 8.8.1).
    hash: hashOf(br),
    plain: body,
    br,
    gzip,
    // Pages rendered on demand carry their policy as a header, built ones in a meta tag.
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

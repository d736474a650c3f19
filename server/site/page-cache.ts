import { LRUCache } from 'lru-cache';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../src/lib/clock.ts';
import type { RenderedPage, RenderPage } from './astro-pages.ts';
import {
  answerOf,
  FRESH_MS,
  type KeptPage,
  markAnswer,
  mayStandIn,
  type PackedPage,
  packPage,
  type PageAnswer,
  sizeOf,
  STALE_MS,
  type Tightness,
} from './kept-page.ts';
import { createRenderGate, RenderRefused } from './render-gate.ts';

/** Throws RenderRefused if the page isn't cached and its client, identified by `client`, has used up its renders. */
export type GetPage = (target: string, client: string) => Promise<PageAnswer | undefined>;

interface PageCacheOptions {
  render: RenderPage;
  clock: Clock;
  onError: (error: unknown) => void;
  /** Waits until the reader of an old page has probably fetched its files. */
  rest?: () => Promise<void>;
  /** How long a client waits for a new page before it gets the old one. */
  patience?: () => Promise<void>;
  /** Adds the date to a page that replaces one that couldn't be rendered. */
  markOld?: (html: string, target: string, at: Date) => string;
}

/** After a failed or incomplete render, the previous page is served this long without another attempt. */
const RETRY_MS = 5_000;
const REST_MS = 2_000;
const PATIENCE_MS = 1_000;
const LARGEST_CACHE_BYTES = 64 * 1024 * 1024;

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
  const kept = new LRUCache<string, KeptPage>({ maxSize: LARGEST_CACHE_BYTES, sizeCalculation: ({ answer }) => sizeOf(answer.content) });
  const renewal = createPageRenewal({ render, clock, rest, kept, markedAnswer });

  async function renewOrShowOld(target: string, client: string, old: KeptPage): Promise<PageAnswer | undefined> {
    if (isFailing(old)) return markedAnswer(target, old);
    try {
      const renewed = renewal.renewForClient(target, client);
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

  function isFailing({ failedAtMs }: KeptPage): boolean {
    return clock().getTime() - failedAtMs < RETRY_MS;
  }

  function markedAnswer(target: string, old: KeptPage): Promise<PageAnswer> {
    old.marked ??= markAnswer(old, (html) => markOld(html, target, new Date(old.renderedAtMs)));
    return old.marked;
  }

  return async (target, client) => {
    const old = kept.get(target);
    const ageMs = ageOf(old, clock);
    if (old !== undefined && ageMs < FRESH_MS) return old.answer;
    if (old === undefined || ageMs > STALE_ON_ERROR_MS || !mayStandIn(old)) return renewal.renewForClient(target, client);
    if (ageMs >= FRESH_MS + STALE_MS) return renewOrShowOld(target, client, old);
    if (!isFailing(old))
      renewal.renewUnasked(target).catch((error: unknown) => {
        old.failedAtMs = clock().getTime();
        onError(error);
      });
    return old.failedAtMs > old.renderedAtMs ? markedAnswer(target, old) : old.answer;
  };
}

/** Doesn't keep the process alive. */
async function waitFor(ms: number): Promise<void> {
  await wait(ms, undefined, { ref: false });
}

/** How long an old page, marked as old, is better than none while the provider is down. */
const STALE_ON_ERROR_MS = 7 * 24 * 3_600_000;

interface RenewalOptions {
  render: RenderPage;
  clock: Clock;
  /** Waits until the reader of an old page has probably fetched its files. */
  rest: () => Promise<void>;
  kept: {
    peek: (target: string) => KeptPage | undefined;
    set: (target: string, page: KeptPage) => unknown;
    delete: (target: string) => unknown;
  };
  markedAnswer: (target: string, old: KeptPage) => Promise<PageAnswer>;
}

interface PageRenewal {
  /** There is no page to show, or none that may replace a newer one. Throws RenderRefused if the client has used up its renders. */
  renewForClient: (target: string, client: string) => Promise<PageAnswer | undefined>;
  /** Delayed: the reader of the old page requests its files next, and rendering would delay them. */
  renewUnasked: (target: string) => Promise<void>;
}

/** Renders pages again and keeps them. Concurrent requests share one rendering. */
function createPageRenewal({ render, clock, rest, kept, markedAnswer }: RenewalOptions): PageRenewal {
  const gate = createRenderGate(clock);
  const running = new Map<string, Promise<PageAnswer | undefined>>();
  const renewing = new Set<string>();
  let isTightening = false;

  function renew(target: string, tightness: Tightness): Promise<PageAnswer | undefined> {
    const current = running.get(target) ?? renderAndKeep(target, tightness).finally(() => running.delete(target));
    running.set(target, current);
    return current;
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

  async function renderAndKeep(target: string, tightness: Tightness): Promise<PageAnswer | undefined> {
    const page = await gate.run(() => render(target));
    if (page === undefined) {
      kept.delete(target);
      return undefined;
    }
    const old = kept.peek(target);
    if (old !== undefined && isWorse(page) && mayStandIn(old)) {
      old.failedAtMs = clock().getTime();
      return ageOf(old, clock) > STALE_ON_ERROR_MS ? answerOf(page, await packPage(page.body, tightness)) : markedAnswer(target, old);
    }
    const packed = unchanged(old, page, tightness) ?? (await packPage(page.body, tightness));
    const answer = answerOf(page, packed);
    if (mayBeKept(page)) kept.set(target, { answer, packed, renderedAtMs: clock().getTime(), failedAtMs: -Infinity });
    else kept.delete(target);
    return answer;
  }

  return {
    renewForClient: (target, client) => {
      // Requests for a page that is already being rendered cost nothing.
      if (!running.has(target)) gate.admit(client);
      return renew(target, 'quick');
    },
    renewUnasked: async (target) => {
      if (renewing.has(target)) return;
      renewing.add(target);
      try {
        await rest();
        if (ageOf(kept.peek(target), clock) >= FRESH_MS) await renewTightly(target);
      } finally {
        renewing.delete(target);
      }
    },
  };
}

function ageOf(page: KeptPage | undefined, clock: Clock): number {
  return page === undefined ? Infinity : clock().getTime() - page.renderedAtMs;
}

/** An incomplete page, whose data couldn't be read; such pages ask not to be cached. */
function isWorse({ status, headers }: RenderedPage): boolean {
  return status >= 500 || (status === 200 && /no-store/i.test(headers.get('cache-control') ?? ''));
}

/** The previous rendering's compressed form, if this one is equal and needs no tighter compression. */
function unchanged(old: KeptPage | undefined, { body }: RenderedPage, tightness: Tightness): PackedPage | undefined {
  if (old === undefined || !old.answer.content.plain.equals(body)) return undefined;
  return tightness === 'tight' && old.packed.tightness === 'quick' ? undefined : old.packed;
}

function mayBeKept({ status, headers }: RenderedPage): boolean {
  return status === 200 && !headers.has('set-cookie') && !/no-store|private/i.test(headers.get('cache-control') ?? '');
}

import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

import type { Clock } from '../../src/lib/clock.ts';
import type { RenderPage } from './astro-pages.ts';
import { FRESH_MS, type KeptPage, markAnswer, mayStandIn, type PageAnswer, sizeOf, STALE_MS } from './kept-page.ts';
import { ageOf, createPageRenewal, STALE_ON_ERROR_MS } from './page-renewal.ts';
import { RenderRefused } from './render-gate.ts';

/** Throws RenderRefused if the page isn't cached and its client, identified by `client`, has used up its renders. */
export type GetPage = (target: string, client: string) => Promise<PageAnswer | undefined>;

export interface PageCacheOptions {
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

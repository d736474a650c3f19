import type { Clock } from '../../src/lib/clock.ts';
import type { RenderedPage, RenderPage } from './astro-pages.ts';
import { answerOf, FRESH_MS, type KeptPage, mayStandIn, type PageAnswer } from './kept-page.ts';
import { packPage, type PackedPage, type Tightness } from './pack-page.ts';
import { createRenderGate } from './render-gate.ts';

/** How long an old page, marked as old, is better than none while the provider is down. */
export const STALE_ON_ERROR_MS = 7 * 24 * 3_600_000;

export interface RenewalOptions {
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

export interface PageRenewal {
  /** There is no page to show, or none that may replace a newer one. Throws RenderRefused if the client has used up its renders. */
  renewForClient: (target: string, client: string) => Promise<PageAnswer | undefined>;
  /** Delayed: the reader of the old page requests its files next, and rendering would delay them. */
  renewUnasked: (target: string) => Promise<void>;
}

/** Renders pages again and keeps them. Concurrent requests share one rendering. */
export function createPageRenewal({ render, clock, rest, kept, markedAnswer }: RenewalOptions): PageRenewal {
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

export function ageOf(page: KeptPage | undefined, clock: Clock): number {
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

import { nanoquery, type CommonSettings, type Fetcher, type FetcherStore, type KeyInput } from '@nanostores/query';
import type { z } from '../lib/api/contract/zod.ts';
import { whenActivated } from '../lib/when-activated.ts';
import { tellFailure } from './attended-calls.ts';
import { CACHE_LIFE_MS, KeptAnswers } from './kept-answers.ts';

/**
 * Query stores for the provider's responses: cached for 24 hours, no retries, no refetch on focus. Each response is kept for the next page, which shows it
 * until the new one arrives, since amounts are read again on every page. Ending the session removes all of them.
 */
const answers = new KeptAnswers();
const [createStore, , { revalidateKeys: revalidate, mutateCache: showAnswer }] = nanoquery({
  cache: answers,
  cacheLifetime: CACHE_LIFE_MS,
  onErrorRetry: null,
  revalidateOnFocus: false,
});

// A page may wait for long between being prerendered and activated, and other pages learn newer figures meanwhile.
void whenActivated()?.then(() => answers.restore(showAnswer));

interface Reading {
  /** It was requested before something made it stale. */
  isOld: boolean;
  /** A person asked to read it again. */
  isWished: boolean;
}

/** Reads in progress, by key. */
const underWay = new Map<string, Reading>();

/** How often the person has acted on this page; loading it counts as zero. */
let acts = 0;
/** The act whose failures have been reported: the first failure reports for all. */
let lastToldAct = -1;
/** Whether the next read repeats an earlier one without a person's request. */
let isBackground = false;
/** Whether a person asked for the next read to be repeated. */
let isWished = false;

if (typeof window !== 'undefined') {
  for (const type of ['click', 'keydown', 'change']) addEventListener(type, () => void (acts += 1), { capture: true, passive: true });
  addEventListener('visibilitychange', readMissed);
}

interface QuerySettings<Data> extends CommonSettings<Data> {
  fetcher: Fetcher<Data>;
  /** Reads the data as it is kept for the next page: written like a response, with amounts as decimal strings. */
  kept: z.ZodMiniType<Data>;
}

/** A store of the provider's response to its keys, of which the first are texts; nothing is requested while nobody subscribes. */
export function createQuery<Data>(keys: KeyInput, { fetcher, kept, ...settings }: QuerySettings<Data>): FetcherStore<Data> {
  let beginning = '';
  for (const part of [keys].flat()) {
    if (typeof part !== 'string') break;
    beginning += part;
  }
  answers.readBy(beginning, kept);
  return createStore<Data>(keys, { ...settings, fetcher: followed(fetcher) });
}

function followed<Data>(fetcher: Fetcher<Data>): Fetcher<Data> {
  return async (...parts) => {
    const key = parts.join('');
    const reading: Reading = { isOld: false, isWished: false };
    underWay.set(key, reading);
    const act = isBackground ? null : acts;
    try {
      return await fetcher(...parts);
    } catch (error) {
      if (act !== null) reportOnce(act, error);
      throw error;
    } finally {
      // After the library has taken the response: until then it counts as being read.
      setTimeout(() => {
        // Another has begun since then, after whatever made this one stale.
        if (underWay.get(key) !== reading) return;
        underWay.delete(key);
        const readAnew = (): void => revalidateKeys((other) => other === key);
        if (reading.isWished) readForPerson(readAnew);
        else if (reading.isOld) readAnew();
      });
    }
  };
}

/** A page makes many reads, which fail together when the provider is down. */
function reportOnce(act: number, error: unknown): void {
  if (act <= lastToldAct) return;
  lastToldAct = act;
  tellFailure({ method: 'GET', movesValue: false, error });
}

/** Runs a retry that a person asked for, and reports if it fails again. */
export function readForPerson(read: () => void): void {
  isWished = true;
  try {
    read();
  } finally {
    isWished = false;
  }
}

/**
 * Reads these keys again, if they are shown. The library would skip reads in progress, although they were requested before, and everything while the page
 * is hidden, as it is while a wallet's app signs. The former are repeated once the old response is there, the latter when the page is visible again.
 */
export function revalidateKeys(selects: (key: string) => boolean): void {
  for (const [key, reading] of underWay) {
    if (!selects(key)) continue;
    reading.isOld = true;
    reading.isWished ||= isWished;
  }
  isBackground = !isWished;
  try {
    revalidate(selects);
  } finally {
    isBackground = false;
  }
  // On the window, like the library's listener, which has to know by then that the page is visible.
  if (document.hidden) addEventListener('visibilitychange', () => revalidateKeys(selects), { once: true });
}

/** The same for keys with these beginnings. */
export function readAgain(...beginnings: string[]): void {
  revalidateKeys((key) => beginnings.some((beginning) => key.startsWith(beginning)));
}

/** What came onto the page while it was hidden was never read: somebody looked elsewhere while it loaded, or a session was renewed in a wallet's app. */
function readMissed(): void {
  isBackground = true;
  try {
    revalidate((key) => answers.get(key) === undefined);
  } finally {
    isBackground = false;
  }
}

/** A query store's value. */
export interface ServerState<Data> {
  data?: Data | undefined;
  error?: unknown;
  loading: boolean;
}

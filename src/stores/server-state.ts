import { nanoquery, type CommonSettings, type Fetcher, type FetcherStore, type KeyInput } from '@nanostores/query';
import { deviceStorage } from '../lib/storage/safe-storage.ts';
import { whenActivated } from '../lib/when-activated.ts';
import { tellFailure } from './attended-calls.ts';
import { CACHE_LIFE_MS, KeptAnswers } from './kept-answers.ts';

/**
 * Answers of the provider: live 24 hours, no retries, no refetch on focus. Each is kept for the next page too, which shows
 * it until the fresh one arrives, since money is read again on each page. Ending the session removes them all.
 */
const answers = new KeptAnswers(deviceStorage, () => Date.now());
const [createStore, , { revalidateKeys: readAgain, mutateCache: showAnswer }] = nanoquery({
  cache: answers,
  cacheLifetime: CACHE_LIFE_MS,
  onErrorRetry: null,
  revalidateOnFocus: false,
});

// A page may wait for long between being prerendered and activated, and other pages learn newer figures meanwhile.
void whenActivated()?.then(() => answers.restore(showAnswer));

interface Reading {
  /** It was asked for before something made it stale. */
  isOld: boolean;
  /** A person wants it read again. */
  isWished: boolean;
}

/** What is being read, by its key. */
const underWay = new Map<string, Reading>();

/** How often the person has acted on this page; loading it counts as nought. */
let acts = 0;
/** The failures that followed one act were told by the first of them. */
let lastToldAct = -1;
/** Whether what begins to be read now is read again without anybody having asked for it. */
let isBackground = false;
/** Whether a person wants what begins to be read now read again. */
let isWished = false;

if (typeof window !== 'undefined') {
  for (const type of ['click', 'keydown', 'change']) addEventListener(type, () => void (acts += 1), { capture: true, passive: true });
}

/** A store of what the provider answers to its keys; nothing is asked while nobody looks at it. */
export function createQuery<Data>(
  keys: KeyInput,
  { fetcher, ...settings }: CommonSettings<Data> & { fetcher: Fetcher<Data> },
): FetcherStore<Data> {
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
      if (act !== null) tellOnce(act, error);
      throw error;
    } finally {
      // When the library has taken the answer: until then it still counts as being read.
      setTimeout(() => {
        if (underWay.get(key) === reading) underWay.delete(key);
        const readAnew = (): void => revalidateKeys((other) => other === key);
        if (reading.isWished) readForPerson(readAnew);
        else if (reading.isOld) readAnew();
      });
    }
  };
}

/** What a page shows is read by many calls: when the provider is gone, they fail together. */
function tellOnce(act: number, error: unknown): void {
  if (act <= lastToldAct) return;
  lastToldAct = act;
  tellFailure({ method: 'GET', movesValue: false, error });
}

/** Runs a person's wish to read something again: they are told when it fails once more. */
export function readForPerson(read: () => void): void {
  isWished = true;
  try {
    read();
  } finally {
    isWished = false;
  }
}

/**
 * Reads what these keys name again, where it is shown. The library would leave out what is being read already, though that was asked before, and
 * everything while the page is hidden, as it is while a wallet's app signs: the one is read when the old answer is there, the other when the page is
 * seen again.
 */
export function revalidateKeys(selects: (key: string) => boolean): void {
  for (const [key, reading] of underWay) {
    if (!selects(key)) continue;
    reading.isOld = true;
    reading.isWished ||= isWished;
  }
  isBackground = !isWished;
  try {
    readAgain(selects);
  } finally {
    isBackground = false;
  }
  // On the window, as the library listens: it has to know by then that the page is seen.
  if (document.hidden) addEventListener('visibilitychange', () => revalidateKeys(selects), { once: true });
}

/** What a query store holds. */
export interface ServerState<Data> {
  data?: Data | undefined;
  error?: unknown;
  loading: boolean;
}

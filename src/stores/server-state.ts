import { nanoquery, type CommonSettings, type Fetcher, type FetcherStore, type KeyInput } from '@nanostores/query';
import { deviceStorage } from '../lib/storage/safe-storage.ts';
import { CACHE_LIFE_MS, KeptAnswers } from './kept-answers.ts';

/**
 * Answers of the provider: live 24 hours, no retries, no refetch on focus. Each is kept for the next page too, which shows
 * it until the fresh one arrives, since money is read again on each page. Ending the session removes them all.
 */
const [createStore, , { revalidateKeys: readAgain }] = nanoquery({
  cache: new KeptAnswers(deviceStorage, () => Date.now()),
  cacheLifetime: CACHE_LIFE_MS,
  onErrorRetry: null,
  revalidateOnFocus: false,
});

/** What is being read, by its key, and whether it was asked for before something made it stale. */
const underWay = new Map<string, { isOld: boolean }>();

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
    const reading = { isOld: false };
    underWay.set(key, reading);
    try {
      return await fetcher(...parts);
    } finally {
      // When the library has taken the answer: until then it still counts as being read.
      setTimeout(() => {
        if (underWay.get(key) === reading) underWay.delete(key);
        if (reading.isOld) revalidateKeys((other) => other === key);
      });
    }
  };
}

/**
 * Reads what these keys name again, where it is shown. The library would leave out what is being read already, though that was asked before, and
 * everything while the page is hidden, as it is while a wallet's app signs: the one is read when the old answer is there, the other when the page is
 * seen again.
 */
export function revalidateKeys(selects: (key: string) => boolean): void {
  for (const [key, reading] of underWay) if (selects(key)) reading.isOld = true;
  readAgain(selects);
  // On the window, as the library listens: it has to know by then that the page is seen.
  if (document.hidden) addEventListener('visibilitychange', () => revalidateKeys(selects), { once: true });
}

/** What a query store holds. */
export interface ServerState<Data> {
  data?: Data | undefined;
  error?: unknown;
  loading: boolean;
}

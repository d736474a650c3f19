import { nanoquery } from '@nanostores/query';
import { deviceStorage } from '../lib/storage/safe-storage.ts';
import { CACHE_LIFE_MS, KeptAnswers } from './kept-answers.ts';

/**
 * Answers of the provider: live 24 hours, no retries, no refetch on focus. Each is kept for the next page too, which shows
 * it until the fresh one arrives, since money is read again on each page. Ending the session removes them all.
 */
export const [createQuery, , { revalidateKeys }] = nanoquery({
  cache: new KeptAnswers(deviceStorage, () => Date.now()),
  cacheLifetime: CACHE_LIFE_MS,
  onErrorRetry: null,
  revalidateOnFocus: false,
});

/** What a query store holds. */
export interface ServerState<Data> {
  data?: Data | undefined;
  error?: unknown;
  loading: boolean;
}

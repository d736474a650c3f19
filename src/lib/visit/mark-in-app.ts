import { tabStorage } from '../storage/safe-storage.ts';
import { tabKeys } from '../storage/storage-keys.ts';

/** Tells the next page that it was reached from here, for browsers that send no referrer. */
export function markInApp(path: string): void {
  tabStorage.set(tabKeys.mark, JSON.stringify({ path, atMs: Date.now() }));
}

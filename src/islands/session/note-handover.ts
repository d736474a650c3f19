import { tabStorage } from '../../lib/storage/safe-storage.ts';
import { tabKeys } from '../../lib/storage/storage-keys.ts';

/** Remembers that this tab hands over to a wallet's app, so that the return doesn't count as a new visit. */
export function noteHandover(): void {
  tabStorage.set(tabKeys.walletHandover, String(Date.now()));
}

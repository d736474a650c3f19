import { tabStorage } from '../../lib/storage/safe-storage.ts';
import { tabKeys } from '../../lib/storage/storage-keys.ts';

/** Remembers that this tab hands over to a wallet's app, so that coming back from it is no visit. */
export function noteHandover(): void {
  tabStorage.set(tabKeys.walletHandover, String(Date.now()));
}

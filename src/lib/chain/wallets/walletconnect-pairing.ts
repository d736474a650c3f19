import { systemClock } from '../../clock.ts';
import { tabStorage } from '../../storage/safe-storage.ts';
import { shellKeys, tabKeys } from '../../storage/storage-keys.ts';

/** The vendor's proposals expire after five minutes. */
const LIFE_MS = 5 * 60_000;

/** The pairing this tab waits for, stored because a phone may discard the tab while the wallet is open. */
export const walletConnectPairing = {
  get(): string | null {
    const [expiresAtMs = '', uri = ''] = (tabStorage.get(shellKeys.pairing) ?? '').split(' ');
    return uri !== '' && Number(expiresAtMs) > systemClock().getTime() ? uri : null;
  },
  keep(uri: string): void {
    tabStorage.set(shellKeys.pairing, `${systemClock().getTime() + LIFE_MS} ${uri}`);
    // Makes a reloaded page open the list of wallets at once. A page loads its shell early only if toasts are stored, so an empty list is.
    tabStorage.set(shellKeys.openSignIn, '1');
    if (tabStorage.get(tabKeys.toast) === null) tabStorage.set(tabKeys.toast, '[]');
  },
  forget(): void {
    tabStorage.remove(shellKeys.pairing);
    tabStorage.remove(shellKeys.openSignIn);
  },
};

import { systemClock } from '../../clock.ts';
import { tabStorage } from '../../storage/safe-storage.ts';
import { shellKeys, tabKeys } from '../../storage/storage-keys.ts';

/** The vendor's proposals end after five minutes. */
const LIFE_MS = 5 * 60_000;

/** The pairing that this tab waits for, kept because a phone may discard the tab while the wallet is open. */
export const walletConnectPairing = {
  get(): string | null {
    const [expiresAtMs = '', uri = ''] = (tabStorage.get(shellKeys.pairing) ?? '').split(' ');
    return uri !== '' && Number(expiresAtMs) > systemClock().getTime() ? uri : null;
  },
  keep(uri: string): void {
    tabStorage.set(shellKeys.pairing, `${systemClock().getTime() + LIFE_MS} ${uri}`);
    // The page that is loaded anew then opens the choice of wallets, at once: it fetches its shell where toasts wait, and here none do.
    tabStorage.set(shellKeys.openSignIn, '1');
    if (tabStorage.get(tabKeys.toast) === null) tabStorage.set(tabKeys.toast, '[]');
  },
  forget(): void {
    tabStorage.remove(shellKeys.pairing);
    tabStorage.remove(shellKeys.openSignIn);
  },
};

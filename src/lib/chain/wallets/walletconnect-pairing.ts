import { systemClock } from '../../clock.ts';
import { tabStorage } from '../../storage/safe-storage.ts';
import { tabKeys } from '../../storage/storage-keys.ts';

/** The vendor's proposals end after five minutes. */
const LIFE_MS = 5 * 60_000;

/** The pairing that this tab waits for, kept because a phone may discard the tab while the wallet is open. */
export const walletConnectPairing = {
  get(): string | null {
    const [expiresAtMs = '', uri = ''] = (tabStorage.get(tabKeys.pairing) ?? '').split(' ');
    return uri !== '' && Number(expiresAtMs) > systemClock().getTime() ? uri : null;
  },
  keep: (uri: string): void => void tabStorage.set(tabKeys.pairing, `${systemClock().getTime() + LIFE_MS} ${uri}`),
  forget: (): void => tabStorage.remove(tabKeys.pairing),
};

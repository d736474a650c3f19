import { deviceStorage, tabStorage } from '../storage/safe-storage.ts';
import { storageKeys, tabKeys } from '../storage/storage-keys.ts';
import { forgetCached } from './forget-cached.ts';

/** Why a session ended; the shell has a text for each reason. */
export type SessionEnd = 'VISIT' | 'LOGOUT' | 'EXPIRED' | 'WALLET_CHANGED';

/**
 * Clears the session and all cached personal data. What a payment in flight needs (followed transactions, form drafts, idempotency keys) is
 * stored per member under other keys and remains.
 */
export function endSession(reason: SessionEnd): void {
  const { token, user, previousAddress, tokenOrigin } = storageKeys;
  for (const key of [token, user, previousAddress, tokenOrigin]) deviceStorage.remove(key);
  forgetCached(deviceStorage);
  tabStorage.remove(tabKeys.session);
  if (reason !== 'LOGOUT') tabStorage.set(tabKeys.toast, JSON.stringify({ kind: 'info', key: reason }));
}

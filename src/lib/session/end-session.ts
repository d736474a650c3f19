import { personalCachePrefix, storageKeys, tabKeys } from '../storage/storage-keys.ts';
import { deviceStorage, tabStorage } from '../storage/safe-storage.ts';

/** Why a session ended; the shell has a text for each. */
export type SessionEnd = 'VISIT' | 'LOGOUT' | 'EXPIRED' | 'WALLET_CHANGED';

/**
 * Clears the session and everything personal that was cached. What a payment in flight needs (transactions being followed,
 * form drafts, idempotency keys) is kept per member under other keys and stays.
 */
export function endSession(reason: SessionEnd): void {
  const { token, user, previousAddress, tokenOrigin } = storageKeys;
  const cached = deviceStorage.keys().filter((key) => key.startsWith(personalCachePrefix));
  for (const key of [token, user, previousAddress, tokenOrigin, ...cached]) deviceStorage.remove(key);
  tabStorage.remove(tabKeys.session);
  if (reason !== 'LOGOUT') tabStorage.set(tabKeys.toast, JSON.stringify({ kind: 'info', key: reason }));
}

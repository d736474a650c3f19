import type { UserInfo } from '../api/contract/user-info.ts';
import { deviceStorage, tabStorage, type SafeStorage } from '../storage/safe-storage.ts';
import { storageKeys, tabKeys } from '../storage/storage-keys.ts';
import { forgetCached } from './forget-cached.ts';
import { isToken } from './is-token.ts';

export interface NewSession {
  token: string;
  user: UserInfo;
  /** The origin that issued the token. */
  origin: string;
}

/**
 * Stores token, user, previous address and the token's origin, all or nothing: returns false, with nothing stored, if the device refuses
 * one. Removes cached data, which may belong to another member.
 */
export function storeSession({ token, user, origin }: NewSession, device: SafeStorage = deviceStorage): boolean {
  forgetCached(device);
  // The token goes last: if it's there, so is the rest.
  const entries: [string, string][] = [
    [storageKeys.user, JSON.stringify(user)],
    [storageKeys.previousAddress, user.address],
    [storageKeys.tokenOrigin, origin],
    [storageKeys.token, token],
  ];
  const stored = isToken(token) && entries.every(([key, value]) => device.set(key, value));
  if (!stored) for (const [key] of entries) device.remove(key);
  else tabStorage.set(tabKeys.session, '1');
  return stored;
}

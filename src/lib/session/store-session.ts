import type { UserInfo } from '../api/contract/user-info.ts';
import { isEmpty } from '../emptiness.ts';
import { deviceStorage, tabStorage, type SafeStorage } from '../storage/safe-storage.ts';
import { storageKeys, tabKeys } from '../storage/storage-keys.ts';

export interface NewSession {
  token: string;
  user: UserInfo;
  /** The origin that issued the token. */
  origin: string;
}

/** Stores token, user, previous address and the token's origin, all or nothing: false when the device refuses one, and then none is stored. */
export function storeSession({ token, user, origin }: NewSession, device: SafeStorage = deviceStorage): boolean {
  // The token stands last: where it stands, the rest does.
  const entries: [string, string][] = [
    [storageKeys.user, JSON.stringify(user)],
    [storageKeys.previousAddress, user.address],
    [storageKeys.tokenOrigin, origin],
    [storageKeys.token, token],
  ];
  const stored = !isEmpty(token) && entries.every(([key, value]) => device.set(key, value));
  if (!stored) for (const [key] of entries) device.remove(key);
  else tabStorage.set(tabKeys.session, '1');
  return stored;
}

import type { SafeStorage } from '../storage/safe-storage.ts';
import { personalCachePrefix } from '../storage/storage-keys.ts';

/** Removes a session's cached provider responses from this device. */
export function forgetCached(device: SafeStorage): void {
  for (const key of device.keys()) if (key.startsWith(personalCachePrefix)) device.remove(key);
}

import type { SafeStorage } from '../storage/safe-storage.ts';
import { personalCachePrefix } from '../storage/storage-keys.ts';

/** Removes the answers of the provider that this device keeps of a session. */
export function forgetCached(device: SafeStorage): void {
  for (const key of device.keys()) if (key.startsWith(personalCachePrefix)) device.remove(key);
}

import { deviceStorage } from './safe-storage.ts';

const KEY = 'jufi:probe';

/** Whether this device keeps what it is given; a token's length, so that a nearly full disk counts as full. */
export function storageProbe(): boolean {
  const isKept = deviceStorage.set(KEY, 'x'.repeat(2048));
  deviceStorage.remove(KEY);
  return isKept;
}

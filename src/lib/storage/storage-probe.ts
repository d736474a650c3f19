import { deviceStorage } from './safe-storage.ts';

const KEY = 'jufi:probe';

/** Whether this device stores what it is given. Tests with the length of a token, so that a nearly full disk counts as full. */
export function storageProbe(): boolean {
  const isKept = deviceStorage.set(KEY, 'x'.repeat(2048));
  deviceStorage.remove(KEY);
  return isKept;
}

import { keptOnDevice } from './kept.ts';

const probe = keptOnDevice('jufi:probe');

/** Whether this device stores what it is given. Tests with the length of a token, so that a nearly full disk counts as full. */
export function storageProbe(): boolean {
  const isKept = probe.set('x'.repeat(2048));
  probe.set(null);
  return isKept;
}

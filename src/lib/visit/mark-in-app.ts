import { inAppMark } from './tab-marks.ts';

/** Tells the next page that it was reached from here, for browsers that send no referrer. */
export function markInApp(path: string): void {
  inAppMark.set({ path, atMs: Date.now() });
}

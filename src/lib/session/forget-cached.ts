import { keptOnDevice, namesOnDevice } from '../storage/kept.ts';

/** Prefix of cached responses that belong to a member. */
export const CACHED = 'jufi:cache:';

/** Removes a session's cached provider responses from this device. */
export function forgetCached(): void {
  for (const name of namesOnDevice(CACHED)) keptOnDevice(name).set(null);
}

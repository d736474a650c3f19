import type { Clock } from '../clock.ts';

/** Older actions aren't retried without consent: the facts they were decided on may have changed. */
export const RETRY_WITHOUT_CONSENT_MS = 10 * 60_000;
/** The provider remembers a key for 24 hours; after that, a retry with it would execute the action a second time. */
export const KEY_LIFE_MS = 23 * 60 * 60_000;

/** Setting back the device's clock makes an old key look young, so a start in the future counts as too old. */
export function ageMs(startedAtMs: number, clock: Clock): number {
  const age = clock().getTime() - startedAtMs;
  return age < -60_000 ? Number.POSITIVE_INFINITY : age;
}

import { atom, computed, onMount, type ReadableAtom } from 'nanostores';
import { type Clock, systemClock } from '../lib/clock.ts';
import { keptTimesIn } from '../lib/storage/settings.ts';
import { storeOf } from './persistence.ts';

/**
 * The time in ms since the epoch, updated every second while something subscribes and the page is visible. Growing figures are computed
 * from it instead of requested.
 */
export function createNow(clock: Clock): ReadableAtom<number> {
  const $now = atom(0);
  onMount($now, () => {
    // The server renders nothing that grows.
    if (typeof document === 'undefined') return;
    const update = (): void => {
      if (!document.hidden) $now.set(clock().getTime());
    };
    update();
    const timer = setInterval(update, 1_000);
    document.addEventListener('visibilitychange', update);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  });
  return $now;
}

export const $nowMs = createNow(systemClock);

/** The current minute in ms since the epoch, for dates, which don't need updating every second. */
export const $minuteMs = computed($nowMs, (nowMs) => nowMs - (nowMs % 60_000));

/** The device's own zone unless a valid setting is stored. */
export const $timesIn = storeOf(keptTimesIn, 'own');

/** For `Intl`, where undefined means the device's zone. The server renders for everyone, in UTC. */
export function shownTimeZone(): 'UTC' | undefined {
  return typeof window === 'undefined' || $timesIn.get() === 'utc' ? 'UTC' : undefined;
}

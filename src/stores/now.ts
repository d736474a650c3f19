import { atom, computed, onMount, type ReadableAtom } from 'nanostores';
import { type Clock, systemClock } from '../lib/clock.ts';

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

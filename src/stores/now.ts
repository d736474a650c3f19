import { atom, computed, onMount, type ReadableAtom } from 'nanostores';
import { type Clock, systemClock } from '../lib/clock.ts';

/** The time in ms since the epoch, told anew each second while somebody looks: figures that grow are reckoned from it, not asked for. */
export function createNow(clock: Clock): ReadableAtom<number> {
  const $now = atom(0);
  onMount($now, () => {
    // The server draws nothing that grows.
    if (typeof document === 'undefined') return;
    const tell = (): void => {
      if (!document.hidden) $now.set(clock().getTime());
    };
    tell();
    const timer = setInterval(tell, 1_000);
    document.addEventListener('visibilitychange', tell);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tell);
    };
  });
  return $now;
}

export const $nowMs = createNow(systemClock);

/** The minute it is, in ms since the epoch: for dates, which need not be reckoned each second. */
export const $minuteMs = computed($nowMs, (nowMs) => nowMs - (nowMs % 60_000));

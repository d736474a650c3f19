import { LRUCache } from 'lru-cache';
import type { Clock } from '../../src/lib/clock.ts';

const WINDOW_MS = 60_000;
const MOST_KEYS = 20_000;

/**
 * Counts events per key and minute in this process's memory. Returns 0 while the key may proceed, otherwise the seconds until it may.
 * Memory is bounded: only the most recently seen keys are kept.
 */
export function createWindowCounter(mostPerMinute: number, clock: Clock): (key: string) => number {
  const counts = new LRUCache<string, { windowStart: number; count: number }>({ max: MOST_KEYS });
  return (key) => {
    const now = clock().getTime();
    const known = counts.get(key);
    const current = known !== undefined && now - known.windowStart < WINDOW_MS ? known : { windowStart: now, count: 0 };
    current.count += 1;
    counts.set(key, current);
    return current.count <= mostPerMinute ? 0 : Math.max(1, Math.ceil((current.windowStart + WINDOW_MS - now) / 1_000));
  };
}

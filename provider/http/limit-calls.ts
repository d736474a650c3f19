import { LRUCache } from 'lru-cache';
import { type Clock } from '../../src/lib/clock.ts';
import { clientKey } from './client-key.ts';
import { Refusal } from './refusal.ts';

const WINDOW_MS = 60_000;
const MOST_CLIENTS = 20_000;

/**
 * Counts each client's calls within a minute. The counts live in the memory of the process, on purpose: this limit keeps one process from being
 * worn out, every process needs only its own count, and a write to the database for each read would be the greater load. What must be counted
 * exactly (signing in, guessing codes) is counted in the database. The memory is bounded: the clients seen last are kept.
 */
export function createCallLimiter(callsPerMinute: number, clock: Clock): (clientAddress: string) => void {
  const counts = new LRUCache<string, { windowStart: number; count: number }>({ max: MOST_CLIENTS });
  return (clientAddress) => {
    const key = clientKey(clientAddress);
    const now = clock().getTime();
    const known = counts.get(key);
    const current = known !== undefined && now - known.windowStart < WINDOW_MS ? known : { windowStart: now, count: 0 };
    current.count += 1;
    counts.set(key, current);
    if (current.count <= callsPerMinute) return;
    const leftMs = current.windowStart + WINDOW_MS - now;
    throw new Refusal('TOO_MANY_REQUESTS', { headers: { 'retry-after': String(Math.max(1, Math.ceil(leftMs / 1_000))) } });
  };
}

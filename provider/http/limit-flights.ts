import pLimit, { type LimitFunction } from 'p-limit';
import { Refusal } from './refusal.ts';

export interface FlightLimits {
  /** Calls of one key that run at the same time. */
  atOnce: number;
  /** Calls of one key that wait for their turn; one more is refused. */
  waiting: number;
  /** A call that waited longer is refused when its turn comes: its caller has been answered by then. */
  patienceMs: number;
}

/** Runs work for a key (a client, a member) when it is that key's turn. Keys never wait for each other. */
export type FlightLimiter = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Bounds how many calls of one client or member run at once. Without a bound, one member's thousand parallel calls hold every database
 * connection of the process. What waits does so in the order it came; the excess is refused with 429 TOO_MANY_REQUESTS.
 */
export function createFlightLimiter(
  { atOnce, waiting, patienceMs }: FlightLimits,
  nowMs: () => number = () => performance.now(),
): FlightLimiter {
  const lines = new Map<string, LimitFunction>();
  return async (key, work) => {
    const line = lines.get(key) ?? pLimit(atOnce);
    lines.set(key, line);
    if (line.pendingCount >= waiting) throw tooMany();
    const cameAtMs = nowMs();
    try {
      return await line(() => (nowMs() - cameAtMs > patienceMs ? Promise.reject(tooMany()) : work()));
    } finally {
      if (line.activeCount === 0 && line.pendingCount === 0) lines.delete(key);
    }
  };
}

function tooMany(): Refusal {
  return new Refusal('TOO_MANY_REQUESTS', { headers: { 'retry-after': '1' } });
}

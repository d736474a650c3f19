import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Clock } from '../../src/lib/clock.ts';

/** Renders per minute that a client has to wait for. Cached pages don't count. */
const RENDERS_PER_CLIENT = 120;
const RENDERS_AT_ONCE = 4;
const MOST_WAITING = 100;

/** An uncached page, requested by a client that has used up its renders, or while too many are in progress. */
export class RenderRefused extends Error {
  override readonly name = 'RenderRefused';
  readonly code: 'TOO_MANY_RENDERS' | 'RENDERS_BUSY';
  readonly status: 429 | 503;
  readonly retryAfterSeconds: number;

  constructor(status: 429 | 503, retryAfterSeconds: number) {
    super(status === 429 ? 'one client asked for too many pages that are not kept' : 'too many pages wait to be rendered');
    this.code = status === 429 ? 'TOO_MANY_RENDERS' : 'RENDERS_BUSY';
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

interface RenderGate {
  /** Counts a render that a client has to wait for; throws RenderRefused when it has used up its share. */
  admit: (client: string) => void;
  /** Renders a few at once, queues some, and refuses the rest. */
  run: <Result>(render: () => Promise<Result>) => Promise<Result>;
}

/** Rendering occupies the process that serves everybody, so each client gets a limited share. */
export function createRenderGate(clock: Clock): RenderGate {
  const count = createWindowCounter(RENDERS_PER_CLIENT, clock);
  const line = pLimit(RENDERS_AT_ONCE);
  return {
    admit: (client) => {
      const retryAfterSeconds = count(client);
      if (retryAfterSeconds > 0) throw new RenderRefused(429, retryAfterSeconds);
      if (line.pendingCount >= MOST_WAITING) throw new RenderRefused(503, 1);
    },
    run: (render) => line(render),
  };
}

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

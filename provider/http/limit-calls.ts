import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../src/lib/clock.ts';
import type { Database } from '../db/database.ts';
import { clientKey } from './client-address.ts';
import { Refusal } from './refusal.ts';

interface Count {
  windowStart: number;
  own: number;
  /** How many of these are shared with the other processes. */
  shared: number;
  others: number;
}

interface CallLimiterOptions {
  callsPerMinute: number;
  clock: Clock;
  share: ShareCounts;
  onFailure: (error: unknown) => void;
}

const WINDOW_MS = 60_000;
const MOST_KEYS = 20_000;
/** How long counts are collected before one statement shares them. */
const SHARE_EVERY_MS = 1_000;
/** Clients below a tenth of the limit are not shared: ten processes together could not let one of them exceed it by much. */
const WORTH_SHARING = 10;

/**
 * Limits each client's calls per minute, across processes. A database write per call would cost more than most calls do, so each process counts by itself
 * and shares, once a second, the counts of clients that have used a tenth of the limit. A client that spreads its calls can exceed the limit by what the
 * processes answer within that second. While the database is away, each process counts alone.
 */
export function createCallLimiter({ callsPerMinute, clock, share, onFailure }: CallLimiterOptions): (clientAddress: string) => void {
  const counts = new LRUCache<string, Count>({ max: MOST_KEYS });
  const waiting = new Set<string>();
  let isSharing = false;

  async function shareCounts(): Promise<void> {
    const byWindow = new Map<number, Map<string, number>>();
    for (const key of waiting) {
      const count = counts.peek(key);
      if (count === undefined || count.own === count.shared) continue;
      const added = byWindow.get(count.windowStart) ?? new Map<string, number>();
      byWindow.set(count.windowStart, added.set(key, count.own - count.shared));
    }
    waiting.clear();
    for (const [windowStart, added] of byWindow) {
      const sums = await share(added, new Date(windowStart));
      for (const [key, sum] of sums) {
        const count = counts.peek(key);
        if (count?.windowStart !== windowStart) continue;
        count.shared += added.get(key) ?? 0;
        count.others = sum - count.shared;
      }
    }
  }

  function shareSoon(key: string): void {
    waiting.add(key);
    if (isSharing) return;
    isSharing = true;
    const timer = setTimeout(() => {
      shareCounts()
        .catch(onFailure)
        .finally(() => (isSharing = false));
    }, SHARE_EVERY_MS);
    // The timer must not keep the process alive.
    timer.unref();
  }

  return (clientAddress) => {
    const key = clientKey(clientAddress);
    const now = clock().getTime();
    // The same minutes in all processes.
    const windowStart = Math.floor(now / WINDOW_MS) * WINDOW_MS;
    const known = counts.get(key);
    const count = known?.windowStart === windowStart ? known : { windowStart, own: 0, shared: 0, others: 0 };
    counts.set(key, count);
    count.own += 1;
    if (count.own * WORTH_SHARING >= callsPerMinute && count.own <= callsPerMinute) shareSoon(key);
    if (count.own + count.others <= callsPerMinute) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((windowStart + WINDOW_MS - now) / 1_000));
    throw new Refusal('TOO_MANY_REQUESTS', { headers: { 'retry-after': String(retryAfterSeconds) } });
  };
}

/** Adds each key's calls in the minute from `windowStart` to those of other processes, and returns the sums. */
type ShareCounts = (added: ReadonlyMap<string, number>, windowStart: Date) => Promise<ReadonlyMap<string, number>>;

/** Over all processes, in the table that sign-ins are counted in: one statement for all keys. */
export function createShareCounts(database: Database): ShareCounts {
  return async (added, windowStart) => {
    // Always in the same order, so that two processes never deadlock.
    const entries = [...added].toSorted(([one], [other]) => (one < other ? -1 : 1));
    const { rows } = await database.execute<{ subject: string; count: number }>(sql`
      insert into attempt (kind, subject, window_start, count)
      select 'CALLS', subject, ${windowStart.toISOString()}::timestamptz, added
        from unnest(${sql.param(entries.map(([key]) => key))}::text[], ${sql.param(entries.map(([, count]) => count))}::int[]) as given (subject, added)
      on conflict (kind, subject, window_start) do update set count = attempt.count + excluded.count
      returning subject, count`);
    return new Map(rows.map(({ subject, count }) => [subject, count]));
  };
}

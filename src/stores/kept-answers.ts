import { z } from '../lib/api/contract/zod.ts';
import { CACHED, keptToken, sessionTag } from '../lib/session/kept-session.ts';
import { json, type Kept, keptOnDevice, lasting, namesOnDevice } from '../lib/storage/kept.ts';

export const CACHE_LIFE_MS = 24 * 60 * 60_000;

interface CachedAnswer {
  data?: unknown;
  error?: unknown;
  retryCount?: number;
  created?: number;
  expires?: number;
}

/**
 * A Map of responses that survives the page. Restored responses are stale (`created: 0`) and expire after 24 hours. A key that ends in a
 * session's tag belongs to that session: it is stored only while that session is on the device, and never restored for another one.
 */
export class KeptAnswers extends Map<string, CachedAnswer> {
  readonly #nowMs: () => number;

  constructor(nowMs = (): number => Date.now()) {
    super();
    this.#nowMs = nowMs;
    this.restore();
  }

  /** Takes what is stored now, and tells which answers another page has stored since they were last taken. */
  restore(show?: (key: string, data: unknown) => void): void {
    for (const name of namesOnDevice(CACHED)) {
      const key = name.slice(CACHED.length);
      const place = keptAnswer(key, this.#nowMs);
      const kept = isOfSession(key) ? place.get() : null;
      if (!kept) {
        place.set(null);
        continue;
      }
      const expires = kept.atMs + CACHE_LIFE_MS;
      if (this.get(key)?.expires === expires) continue;
      // Deleted first, so that what shows it doesn't take it for a new response.
      this.delete(key);
      show?.(key, kept.data);
      super.set(key, { data: kept.data, created: 0, expires });
    }
  }

  override set(key: string, answer: CachedAnswer): this {
    const before = this.get(key);
    // Keeps old data, marked as old, until a read succeeds. Otherwise a screen would start over on every read.
    if (answer.error !== undefined && before?.data !== undefined) return super.set(key, { ...answer, data: before.data });
    // A response may arrive after its member has signed out or another has signed in, even in another tab.
    if (answer.data !== undefined && isFresh(answer) && isOfSession(key)) keptAnswer(key).set({ atMs: answer.created, data: answer.data });
    return super.set(key, answer);
  }
}

/** Whether this is a new response. One merely marked as stale (`created: -Infinity`) is stored already. */
function isFresh(answer: CachedAnswer): answer is CachedAnswer & { created: number } {
  return (answer.created ?? 0) > 0;
}

/** Whether a key belongs to no session, or to the one stored now. */
function isOfSession(key: string): boolean {
  const token = keptToken.get();
  return !key.includes('#') || (token !== null && key.endsWith(sessionTag(token)));
}

const answer = json(z.object({ atMs: z.number(), data: z.unknown() }));

function keptAnswer(key: string, nowMs?: () => number): Kept<{ atMs: number; data: unknown }> {
  return keptOnDevice(CACHED + key, lasting(CACHE_LIFE_MS, answer, nowMs));
}

/** When a stored response was read, in ms since the epoch; null if it isn't stored. */
export function answerReadAtMs(key: string): number | null {
  return keptAnswer(key).get()?.atMs ?? null;
}

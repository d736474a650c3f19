import { sessionTag } from '../lib/session/session-tag.ts';
import { deviceStorage, type SafeStorage } from '../lib/storage/safe-storage.ts';
import { personalCachePrefix, storageKeys } from '../lib/storage/storage-keys.ts';

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
  readonly #storage: SafeStorage;
  readonly #nowMs: () => number;

  constructor(storage: SafeStorage, nowMs: () => number) {
    super();
    this.#storage = storage;
    this.#nowMs = nowMs;
    this.restore();
  }

  /** Takes what is stored now, and tells which answers another page has stored since they were last taken. */
  restore(show?: (key: string, data: unknown) => void): void {
    for (const name of this.#storage.keys().filter((stored) => stored.startsWith(personalCachePrefix))) {
      const key = name.slice(personalCachePrefix.length);
      const kept = parseKept(this.#storage.get(name));
      if (kept && kept.atMs + CACHE_LIFE_MS > this.#nowMs() && isOfSession(key, this.#storage)) {
        const expires = kept.atMs + CACHE_LIFE_MS;
        if (this.get(key)?.expires === expires) continue;
        // Deleted first, so that what shows it doesn't take it for a new response.
        this.delete(key);
        show?.(key, kept.data);
        super.set(key, { data: kept.data, created: 0, expires });
      } else this.#storage.remove(name);
    }
  }

  override set(key: string, answer: CachedAnswer): this {
    const before = this.get(key);
    // Keeps old data, marked as old, until a read succeeds. Otherwise a screen would start over on every read.
    if (answer.error !== undefined && before?.data !== undefined) return super.set(key, { ...answer, data: before.data });
    // A response may arrive after its member has signed out or another has signed in, even in another tab.
    if (answer.data !== undefined && isFresh(answer) && isOfSession(key, this.#storage)) {
      this.#storage.set(personalCachePrefix + key, JSON.stringify({ atMs: answer.created, data: answer.data }));
    }
    return super.set(key, answer);
  }
}

/** Whether this is a new response. One merely marked as stale (`created: -Infinity`) is stored already. */
function isFresh({ created = 0 }: CachedAnswer): boolean {
  return created > 0;
}

/** Whether a key belongs to no session, or to the one stored now. */
function isOfSession(key: string, storage: SafeStorage): boolean {
  const token = storage.get(storageKeys.token);
  return !key.includes('#') || (token !== null && key.endsWith(sessionTag(token)));
}

function parseKept(text: string | null): { atMs: number; data: unknown } | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('atMs' in kept) || typeof kept.atMs !== 'number' || !('data' in kept)) return null;
    return { atMs: kept.atMs, data: kept.data };
  } catch {
    return null;
  }
}

/** When a stored response was read, in ms since the epoch; null if it isn't stored. */
export function answerReadAtMs(key: string, storage: SafeStorage = deviceStorage): number | null {
  return parseKept(storage.get(personalCachePrefix + key))?.atMs ?? null;
}

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
 * A Map whose answers outlive the page. What is read back counts as stale (`created: 0`), and as gone after its 24 hours. A key that
 * ends in a session's tag belongs to that session: it is kept while that one is stored on the device, and by no other read back.
 */
export class KeptAnswers extends Map<string, CachedAnswer> {
  readonly #storage: SafeStorage;

  constructor(storage: SafeStorage, nowMs: () => number) {
    super();
    this.#storage = storage;
    for (const name of storage.keys().filter((stored) => stored.startsWith(personalCachePrefix))) {
      const key = name.slice(personalCachePrefix.length);
      const kept = parseKept(storage.get(name));
      if (kept && kept.atMs + CACHE_LIFE_MS > nowMs() && isOfSession(key, storage)) {
        super.set(key, { data: kept.data, created: 0, expires: kept.atMs + CACHE_LIFE_MS });
      } else storage.remove(name);
    }
  }

  override set(key: string, answer: CachedAnswer): this {
    const before = this.get(key);
    // What was read before is shown on, as old, until it can be read again: without it a screen would begin anew with each reading.
    if (answer.error !== undefined && before?.data !== undefined) return super.set(key, { ...answer, data: before.data });
    // An answer may come after its member has signed out, or another has signed in, in another tab too.
    if (answer.data !== undefined && isFresh(answer) && isOfSession(key, this.#storage)) {
      this.#storage.set(personalCachePrefix + key, JSON.stringify({ atMs: answer.created, data: answer.data }));
    }
    return super.set(key, answer);
  }
}

/** An answer as it comes. What is only said to be stale (`created: -Infinity`) is kept already. */
function isFresh({ created = 0 }: CachedAnswer): boolean {
  return created > 0;
}

/** Whether a key belongs to nobody, or to the session that is stored now. */
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

/** When a kept answer was read, in ms since the epoch; null when it is not kept. */
export function answerReadAtMs(key: string, storage: SafeStorage = deviceStorage): number | null {
  return parseKept(storage.get(personalCachePrefix + key))?.atMs ?? null;
}

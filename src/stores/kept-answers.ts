import { personalCachePrefix } from '../lib/storage/storage-keys.ts';
import { deviceStorage, type SafeStorage } from '../lib/storage/safe-storage.ts';

export const CACHE_LIFE_MS = 24 * 60 * 60_000;

interface CachedAnswer {
  data?: unknown;
  error?: unknown;
  retryCount?: number;
  created?: number;
  expires?: number;
}

/** A Map whose answers outlive the page. What is read back counts as stale (`created: 0`), and as gone after its 24 hours. */
export class KeptAnswers extends Map<string, CachedAnswer> {
  readonly #storage: SafeStorage;

  constructor(storage: SafeStorage, nowMs: () => number) {
    super();
    this.#storage = storage;
    for (const key of storage.keys().filter((name) => name.startsWith(personalCachePrefix))) {
      const kept = parseKept(storage.get(key));
      if (kept && kept.atMs + CACHE_LIFE_MS > nowMs()) {
        super.set(key.slice(personalCachePrefix.length), { data: kept.data, created: 0, expires: kept.atMs + CACHE_LIFE_MS });
      } else storage.remove(key);
    }
  }

  override set(key: string, answer: CachedAnswer): this {
    if (answer.data !== undefined && answer.created) {
      this.#storage.set(personalCachePrefix + key, JSON.stringify({ atMs: answer.created, data: answer.data }));
    }
    return super.set(key, answer);
  }
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

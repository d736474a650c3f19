import { z } from '../lib/api/contract/zod.ts';
import { CACHED, keptToken, sessionTag } from '../lib/session/kept-session.ts';
import { json, type Kept, keptOnDevice, lasting, namesOnDevice } from '../lib/storage/kept.ts';

export const CACHE_LIFE_MS = 24 * 60 * 60_000;

interface CachedAnswer {
  data?: unknown;
  /** The data as it was kept, until it is asked for: in place of it. */
  kept?: unknown;
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
  /** What reads kept answers, by how their keys begin. */
  readonly #schemas = new Map<string, z.ZodMiniType>();

  constructor(nowMs = (): number => Date.now()) {
    super();
    this.#nowMs = nowMs;
    this.restore();
  }

  /** Has a schema read the kept answers whose keys begin so: amounts are kept as decimal strings. Of several, the longest beginning counts. */
  readBy(beginning: string, schema: z.ZodMiniType): void {
    this.#schemas.set(beginning, schema);
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
      if (super.get(key)?.expires === expires) continue;
      super.set(key, { kept: kept.data, created: 0, expires });
      const answer = show && this.get(key);
      if (answer?.data === undefined) continue;
      // Deleted first, so that what shows it doesn't take it for a new response.
      this.delete(key);
      show?.(key, answer.data);
      super.set(key, answer);
    }
  }

  override get(key: string): CachedAnswer | undefined {
    const answer = super.get(key);
    const schema = answer?.kept === undefined ? undefined : this.#schemaOf(key);
    if (answer === undefined || schema === undefined) return answer;
    const { kept, ...rest } = answer;
    const { success, data } = schema.safeParse(kept);
    if (success) super.set(key, { ...rest, data });
    else {
      // Of another version of the contract.
      this.delete(key);
      keptAnswer(key).set(null);
    }
    return super.get(key);
  }

  override set(key: string, answer: CachedAnswer): this {
    const before = this.get(key);
    // Keeps old data, marked as old, until a read succeeds. Otherwise a screen would start over on every read.
    if (answer.error !== undefined && before?.data !== undefined) return super.set(key, { ...answer, data: before.data });
    // A response may arrive after its member has signed out or another has signed in, even in another tab.
    if (answer.data !== undefined && isFresh(answer) && isOfSession(key)) keptAnswer(key).set({ atMs: answer.created, data: answer.data });
    return super.set(key, answer);
  }

  #schemaOf(key: string): z.ZodMiniType | undefined {
    const beginnings = [...this.#schemas.keys()].filter((beginning) => key.startsWith(beginning));
    return this.#schemas.get(beginnings.reduce((longest, other) => (other.length > longest.length ? other : longest), ''));
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

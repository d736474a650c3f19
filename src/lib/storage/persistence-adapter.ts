/** Stored values by key. A key without a value is absent. */
export type PersistedValues = Readonly<Record<string, string>>;

/** Where state is stored between pages. Each operation may return at once or later; it may also throw, reject, or never settle. */
export interface PersistenceAdapter {
  load(keys: readonly string[]): PersistedValues | Promise<PersistedValues>;
  set(key: string, value: string): void | Promise<void>;
  remove(key: string): void | Promise<void>;
  /**
   * Calls back when values were changed elsewhere, for example by another tab, so that they are loaded again. Returns an unsubscribe
   * function.
   */
  subscribe(changed: () => void): () => void;
}

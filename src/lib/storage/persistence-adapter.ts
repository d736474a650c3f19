/** What was kept, by key. A key without a value is absent. */
export type PersistedValues = Readonly<Record<string, string>>;

/** Where state is kept between pages. Each act may answer at once or later; it may also throw, reject, or never answer. */
export interface PersistenceAdapter {
  load(keys: readonly string[]): PersistedValues | Promise<PersistedValues>;
  set(key: string, value: string): void | Promise<void>;
  remove(key: string): void | Promise<void>;
  /** Says that values were changed elsewhere, by another tab say, so that they are loaded again. Gives back how to stop. */
  subscribe(changed: () => void): () => void;
}

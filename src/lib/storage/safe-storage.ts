/** `localStorage` and `sessionStorage` throw where a browser blocks them, and on a full disk: these answer instead. */
export interface SafeStorage {
  /** null when absent or unreadable. */
  get(key: string): string | null;
  /** false when the browser refused the write. */
  set(key: string, value: string): boolean;
  remove(key: string): void;
  /** Removes and gives what was there. */
  take(key: string): string | null;
  keys(): string[];
}

export function safeStorage(storage: () => Storage): SafeStorage {
  const attempt = <Result>(act: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      return act(storage());
    } catch {
      return otherwise;
    }
  };
  const get = (key: string): string | null => attempt((store) => store.getItem(key), null);
  const remove = (key: string): void => attempt((store) => store.removeItem(key), undefined);
  return {
    get,
    remove,
    set: (key, value) =>
      attempt((store) => {
        store.setItem(key, value);
        // Some private modes accept a write and keep nothing.
        return store.getItem(key) === value;
      }, false),
    take: (key) => {
      const value = get(key);
      remove(key);
      return value;
    },
    keys: () => attempt((store) => Object.keys(store), []),
  };
}

/** Kept across tabs and visits. */
export const deviceStorage: SafeStorage = safeStorage(() => localStorage);
/** Kept for the life of the tab. */
export const tabStorage: SafeStorage = safeStorage(() => sessionStorage);

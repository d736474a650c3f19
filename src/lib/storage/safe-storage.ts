/** `localStorage` and `sessionStorage` throw if the browser blocks them and if the disk is full; these wrappers return a result instead. */
export interface SafeStorage {
  /** Null if absent or unreadable. */
  get(key: string): string | null;
  /** Returns false if the browser refused the write. */
  set(key: string, value: string): boolean;
  remove(key: string): void;
  /** Removes the value and returns it. */
  take(key: string): string | null;
  keys(): string[];
}

export function safeStorage(storage: () => Storage): SafeStorage {
  const tryStorage = <Result>(act: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      return act(storage());
    } catch {
      return otherwise;
    }
  };
  const get = (key: string): string | null => tryStorage((store) => store.getItem(key), null);
  const remove = (key: string): void => tryStorage((store) => store.removeItem(key), undefined);
  return {
    get,
    remove,
    set: (key, value) =>
      tryStorage((store) => {
        store.setItem(key, value);
        // Some private modes accept a write and store nothing.
        return store.getItem(key) === value;
      }, false),
    take: (key) => {
      const value = get(key);
      remove(key);
      return value;
    },
    keys: () => tryStorage((store) => Object.keys(store), []),
  };
}

/** Persists across tabs and visits. */
export const deviceStorage: SafeStorage = safeStorage(() => localStorage);
/** Persists for the life of the tab. */
export const tabStorage: SafeStorage = safeStorage(() => sessionStorage);

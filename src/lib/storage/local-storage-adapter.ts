import type { PersistenceAdapter, PersistedValues } from './persistence-adapter.ts';

/** Uses `localStorage`: synchronous, and throws if the browser blocks it or the disk is full. */
export function localStorageAdapter(host: Window = window): PersistenceAdapter {
  return {
    load: (keys): PersistedValues =>
      Object.fromEntries(
        keys.flatMap((key) => {
          const value = host.localStorage.getItem(key);
          return value === null ? [] : [[key, value]];
        }),
      ),
    set: (key, value) => {
      host.localStorage.setItem(key, value);
      // Some private modes accept a write and store nothing.
      if (host.localStorage.getItem(key) !== value) throw new Error('the browser kept nothing');
    },
    remove: (key) => host.localStorage.removeItem(key),
    subscribe: (changed) => {
      // A page restored from the back/forward cache has missed the events in between.
      const onShow = ({ persisted }: PageTransitionEvent): void => {
        if (persisted) changed();
      };
      host.addEventListener('storage', changed);
      host.addEventListener('pageshow', onShow);
      return () => {
        host.removeEventListener('storage', changed);
        host.removeEventListener('pageshow', onShow);
      };
    },
  };
}

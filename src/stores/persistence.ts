import { definePart } from '../lib/visit/define-part.ts';
import { setPersistentEngine } from '@nanostores/persistent';
import { atom } from 'nanostores';
import { localStorageAdapter } from '../lib/storage/local-storage-adapter.ts';
import type { PersistenceAdapter } from '../lib/storage/persistence-adapter.ts';
import { createPersistentEngine, type StorageFault } from '../lib/storage/persistent-engine.ts';
import { storageKeys } from '../lib/storage/storage-keys.ts';

/** The first storage fault, or GARBAGE if a stored value couldn't be parsed; the shell reports it once. */
export const $storageFault = atom<StorageFault | 'GARBAGE' | null>(null);

export function reportStorageFault(fault: StorageFault | 'GARBAGE'): void {
  if ($storageFault.get() === null) $storageFault.set(fault);
}

/**
 * Whether the device has localStorage. A wallet app's browser may lack it (Android's WebView does unless the app enables it) and still have
 * IndexedDB, which then stores the settings. It can't store a session: whether a visit ends it has to be decided before the first paint, by
 * a synchronous read.
 */
export const hasLocalStorage = typeof window === 'undefined' || isReadable();

const storagePart = definePart(() => import('../lib/storage/late-storage.ts'));
const settings: readonly string[] = [storageKeys.theme, storageKeys.themeFrom, storageKeys.language, storageKeys.timesIn];

/**
 * Resolves when the stores hold the stored values, or will keep their defaults: at once with localStorage, otherwise within 5 s. Never
 * rejects.
 */
export const whenLoaded: Promise<void> = startPersistence();

/** Connects the persistent stores to the device. Every module with a persistent store has to import this one before creating the store. */
function startPersistence(): Promise<void> {
  if (typeof window === 'undefined') return Promise.resolve();
  const { storage, events, ready } = createPersistentEngine({
    adapter: hasLocalStorage ? localStorageAdapter() : indexedDbWhenFetched(),
    keys: hasLocalStorage ? Object.values(storageKeys) : settings,
    onFault: reportStorageFault,
  });
  setPersistentEngine(storage, events);
  return ready;
}

function indexedDbWhenFetched(): PersistenceAdapter {
  const fetching = storagePart.load().then(({ lateStorage }) => lateStorage());
  return {
    load: async (keys) => (await fetching).load(keys),
    set: async (key, value) => (await fetching).set(key, value),
    remove: async (key) => (await fetching).remove(key),
    subscribe: (changed) => {
      // A failed import is reported by load.
      const stop = fetching.then(
        (adapter) => adapter.subscribe(changed),
        () => () => undefined,
      );
      return () => void stop.then((end) => end());
    },
  };
}

function isReadable(): boolean {
  try {
    localStorage.getItem(storageKeys.theme);
    return true;
  } catch {
    return false;
  }
}

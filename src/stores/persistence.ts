import { setPersistentEngine } from '@nanostores/persistent';
import { atom } from 'nanostores';
import { localStorageAdapter } from '../lib/storage/local-storage-adapter.ts';
import type { PersistenceAdapter } from '../lib/storage/persistence-adapter.ts';
import { createPersistentEngine, type StorageFault } from '../lib/storage/persistent-engine.ts';
import { storageKeys } from '../lib/storage/storage-keys.ts';

/** The first fault of kept state, GARBAGE where a value could not be understood; the shell says it once. */
export const $storageFault = atom<StorageFault | 'GARBAGE' | null>(null);

export function reportStorageFault(fault: StorageFault | 'GARBAGE'): void {
  if ($storageFault.get() === null) $storageFault.set(fault);
}

/**
 * Whether the device has localStorage. A wallet app's browser may lack it (Android's WebView does unless the app turns it on) and still have IndexedDB.
 * Settings are kept there in that case. A session isn't: whether a visit ends it has to be decided before the first paint, by a synchronous read.
 */
export const hasLocalStorage = typeof window === 'undefined' || isReadable();

const settings: readonly string[] = [storageKeys.theme, storageKeys.language, storageKeys.timesIn];

/** Fulfilled when the stores hold what was kept, or their defaults for good: at once with localStorage, within 5 s elsewhere. Never rejects. */
export const whenLoaded: Promise<void> = startPersistence();

/** Connects the persistent stores to the device. Every module with a persistent store imports this one before it makes the store. */
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
  const fetching = import('../lib/storage/late-storage.ts').then(({ lateStorage }) => lateStorage());
  return {
    load: async (keys) => (await fetching).load(keys),
    set: async (key, value) => (await fetching).set(key, value),
    remove: async (key) => (await fetching).remove(key),
    subscribe: (changed) => {
      // A failed fetch is reported by load.
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

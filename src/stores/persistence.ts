import { persistentAtom, setPersistentEngine } from '@nanostores/persistent';
import { atom, type WritableAtom } from 'nanostores';
import { isEmptyText } from '../lib/emptiness.ts';
import { hasLocalStorage, type Kept } from '../lib/storage/kept.ts';
import { createPersistentEngine, localEngine, type PersistenceAdapter, type StorageFault } from '../lib/storage/persistent-engine.ts';
import { keptAmounts, keptLanguage, keptSingleKeys, keptTheme, keptThemeFrom, keptTimesIn } from '../lib/storage/settings.ts';
import { definePart } from '../lib/visit/define-part.ts';

/** The first storage fault, or GARBAGE if a stored value couldn't be parsed; the shell reports it once. */
export const $storageFault = atom<StorageFault | 'GARBAGE' | null>(null);

const storagePart = definePart(() => import('../lib/storage/indexed-db-adapter.ts'));

/**
 * Resolves when the stores hold the stored values, or will keep their defaults: at once with localStorage, otherwise within 5 s. Never
 * rejects.
 */
export const whenLoaded: Promise<void> = startPersistence();

/** The store of what is kept on the device, in step with other tabs; it holds `otherwise` while nothing is kept. */
export function storeOf<Value, Otherwise extends Value | null | undefined>(
  kept: Kept<Value>,
  otherwise: Otherwise,
): WritableAtom<Value | Otherwise> {
  // Written again as it was read: another version of the site, in another tab, may know more of it.
  let last: { value: Value; text: string } | undefined;
  return persistentAtom<Value | Otherwise>(kept.name, otherwise, {
    encode: (value) => {
      if (value === null || value === undefined) return undefined;
      if (value !== last?.value) last = { value, text: kept.write(value) };
      return last.text;
    },
    decode: (text) => {
      const value = kept.read(text);
      if (value !== undefined) last = { value, text };
      else if (!isEmptyText(text)) reportStorageFault('GARBAGE');
      return value ?? otherwise;
    },
  });
}

/**
 * A wallet app's browser may lack localStorage (Android's WebView does unless the app enables it) and still have IndexedDB, which then
 * stores the settings. It can't store a session: whether a visit ends it has to be decided before the first paint, by a synchronous read.
 */
function startPersistence(): Promise<void> {
  if (typeof window === 'undefined') return Promise.resolve();
  if (hasLocalStorage()) {
    const { storage, events } = localEngine(() => reportStorageFault('UNWRITABLE'));
    setPersistentEngine(storage, events);
    return Promise.resolve();
  }
  const keys = [keptTheme, keptThemeFrom, keptLanguage, keptTimesIn, keptAmounts, keptSingleKeys].map(({ name }) => name);
  const { storage, events, ready } = createPersistentEngine({ adapter: indexedDbWhenFetched(), keys, onFault: reportStorageFault });
  setPersistentEngine(storage, events);
  return ready;
}

function reportStorageFault(fault: StorageFault | 'GARBAGE'): void {
  if ($storageFault.get() === null) $storageFault.set(fault);
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

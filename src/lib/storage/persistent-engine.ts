import type { PersistentEvents, PersistentStore } from '@nanostores/persistent';
import type { PersistenceAdapter, PersistedValues } from './persistence-adapter.ts';

type Timer = (act: () => void, delayMs: number) => () => void;

/** What went wrong with kept state: not read in time, not readable, or not writable. */
export type StorageFault = 'TIMEOUT' | 'UNREADABLE' | 'UNWRITABLE';

export interface PersistentEngineOptions {
  adapter: PersistenceAdapter;
  /** What is kept; anything else stays in memory. */
  keys: readonly string[];
  /** Called at each fault; the app goes on with what is in memory. */
  onFault: (fault: StorageFault) => void;
  /** Runs `act` after `delayMs`; gives back how to call it off. */
  timer?: Timer;
}

export interface PersistentEngine {
  storage: PersistentStore;
  events: PersistentEvents;
  /** Fulfilled when the stores hold what was kept, or their defaults for good. Never rejects. */
  ready: Promise<void>;
}

export const LOAD_TIMEOUT_MS = 5_000;

/**
 * The engine of @nanostores/persistent over an adapter that may be late, may throw and may hang: stores read and write memory,
 * which is filled from the adapter within 5 s or never, and written through to it.
 */
export function createPersistentEngine({ adapter, keys, onFault, timer = afterDelay }: PersistentEngineOptions): PersistentEngine {
  const memory = new Map<string, string>();
  const restores = new Set<() => void>();
  /** What the app wrote while a load was on its way is newer than what is loaded: the keys, of each load. */
  const loads = new Set<Set<string>>();
  let isKept = true;

  const fill = (values: PersistedValues, written: ReadonlySet<string>): void => {
    for (const key of keys) {
      if (written.has(key)) continue;
      const value = values[key];
      if (value === undefined) memory.delete(key);
      else memory.set(key, value);
    }
    for (const restore of restores) restore();
  };
  const loadNow = async (): Promise<void> => {
    const written = new Set<string>();
    loads.add(written);
    try {
      const loaded = adapter.load(keys);
      const values = loaded instanceof Promise ? await within(loaded, timer) : loaded;
      if (values) {
        fill(values, written);
      } else {
        isKept = false;
        onFault('TIMEOUT');
      }
    } catch {
      isKept = false;
      onFault('UNREADABLE');
    } finally {
      loads.delete(written);
    }
  };
  const writeThrough = async (act: () => void | Promise<void>): Promise<void> => {
    try {
      await act();
    } catch {
      onFault('UNWRITABLE');
    }
  };
  const write = (key: string, act: () => void | Promise<void>): void => {
    for (const written of loads) written.add(key);
    if (isKept && keys.includes(key)) void writeThrough(act);
  };

  const storage = new Proxy<PersistentStore>(
    {},
    {
      has: (_target, key) => memory.has(String(key)),
      get: (_target, key) => memory.get(String(key)),
      set: (_target, key, value) => {
        if (memory.get(String(key)) === value) return true;
        memory.set(String(key), String(value));
        write(String(key), () => adapter.set(String(key), String(value)));
        return true;
      },
      deleteProperty: (_target, key) => {
        // While it is not known what is kept, there may be something.
        if (!memory.delete(String(key)) && loads.size === 0) return true;
        write(String(key), () => adapter.remove(String(key)));
        return true;
      },
    },
  );
  const events: PersistentEvents = {
    addEventListener: (_key, _listener, restore) => restores.add(restore),
    removeEventListener: (_key, _listener, restore) => restores.delete(restore),
  };
  adapter.subscribe(() => void loadNow());
  return { storage, events, ready: loadNow() };
}

/** undefined when the load takes too long. */
function within(loaded: Promise<PersistedValues>, timer: Timer): Promise<PersistedValues | undefined> {
  return new Promise((resolve, reject) => {
    const callOff = timer(() => resolve(undefined), LOAD_TIMEOUT_MS);
    loaded.then(resolve, reject).finally(callOff);
  });
}

function afterDelay(act: () => void, delayMs: number): () => void {
  const timer = setTimeout(act, delayMs);
  return () => clearTimeout(timer);
}

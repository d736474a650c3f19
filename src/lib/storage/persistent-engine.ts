import type { PersistentEvents, PersistentStore } from '@nanostores/persistent';
import { keptOnDevice } from './kept.ts';

/** What went wrong with stored state: not read in time, not readable, or not writable. */
export type StorageFault = 'TIMEOUT' | 'UNREADABLE' | 'UNWRITABLE';

export interface PersistentEngineOptions {
  adapter: PersistenceAdapter;
  /** The keys to store; any others stay in memory. */
  keys: readonly string[];
  /** Called on each fault; the app continues with what is in memory. */
  onFault: (fault: StorageFault) => void;
}

export interface PersistentEngine {
  storage: PersistentStore;
  events: PersistentEvents;
  /** Resolves when the stores hold the stored values, or will keep their defaults. Never rejects. */
  ready: Promise<void>;
}

export const LOAD_TIMEOUT_MS = 5_000;

/**
 * An engine for @nanostores/persistent on an adapter that may be slow, throw or hang. Stores read and write memory, which is filled from
 * the adapter within 5 s or never, and written through to it.
 */
export function createPersistentEngine({ adapter, keys, onFault }: PersistentEngineOptions): PersistentEngine {
  const memory = new Map<string, string>();
  const restores = new Set<() => void>();
  /** Keys written during each pending load: those writes are newer than what is loaded. */
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
      const values = loaded instanceof Promise ? await inTime(loaded) : loaded;
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

  const storage = createStorage({ memory, adapter, write, isLoading: () => loads.size > 0 });
  const events: PersistentEvents = {
    addEventListener: (_key, _listener, restore) => restores.add(restore),
    removeEventListener: (_key, _listener, restore) => restores.delete(restore),
  };
  adapter.subscribe(() => void loadNow());
  return { storage, events, ready: loadNow() };
}

interface StorageParts {
  memory: Map<string, string>;
  adapter: PersistenceAdapter;
  write: (key: string, act: () => void | Promise<void>) => void;
  isLoading: () => boolean;
}

/** Reads memory, and writes through to the adapter what changes. */
function createStorage({ memory, adapter, write, isLoading }: StorageParts): PersistentStore {
  return new Proxy<PersistentStore>(
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
        // Until the load completes, something may be stored.
        if (!memory.delete(String(key)) && !isLoading()) return true;
        write(String(key), () => adapter.remove(String(key)));
        return true;
      },
    },
  );
}

/** Undefined if the load takes too long. */
function inTime(loaded: Promise<PersistedValues>): Promise<PersistedValues | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), LOAD_TIMEOUT_MS);
    loaded.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** An engine for @nanostores/persistent on localStorage. `onRefused`: something couldn't be stored. */
export function localEngine(onRefused: () => void): { storage: PersistentStore; events: PersistentEvents } {
  const place = (name: string | symbol) => keptOnDevice(String(name));
  const storage = new Proxy<PersistentStore>(
    {},
    {
      has: (_target, name) => place(name).get() !== null,
      get: (_target, name) => place(name).get() ?? undefined,
      set: (_target, name, text) => {
        if (!place(name).set(String(text))) onRefused();
        return true;
      },
      deleteProperty: (_target, name) => place(name).set(null),
    },
  );
  // A store lets go a second after its last listener, when a page may be gone.
  const { addEventListener, removeEventListener } = globalThis;
  const events: PersistentEvents = {
    // Reads anew, since what an event tells may be older than this tab's own write. A page restored from the back/forward cache has missed some.
    addEventListener: (_name, _listener, restore) => {
      for (const type of ['storage', 'pageshow']) addEventListener(type, restore);
    },
    removeEventListener: (_name, _listener, restore) => {
      for (const type of ['storage', 'pageshow']) removeEventListener(type, restore);
    },
  };
  return { storage, events };
}

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

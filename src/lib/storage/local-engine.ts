import type { PersistentEvents, PersistentStore } from '@nanostores/persistent';
import { keptOnDevice } from './kept.ts';

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

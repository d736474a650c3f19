import { setPersistentEngine } from '@nanostores/persistent';
import { atom } from 'nanostores';
import { localStorageAdapter } from '../lib/storage/local-storage-adapter.ts';
import { createPersistentEngine, type StorageFault } from '../lib/storage/persistent-engine.ts';
import { storageKeys } from '../lib/storage/storage-keys.ts';

/** The first fault of kept state, GARBAGE where a value could not be understood; the shell says it once. */
export const $storageFault = atom<StorageFault | 'GARBAGE' | null>(null);

export function reportStorageFault(fault: StorageFault | 'GARBAGE'): void {
  if ($storageFault.get() === null) $storageFault.set(fault);
}

/** Connects the persistent stores to the device. Every module with a persistent store imports this one before it makes the store. */
function startPersistence(): void {
  if (typeof window === 'undefined') return;
  const { storage, events } = createPersistentEngine({
    adapter: localStorageAdapter(),
    keys: Object.values(storageKeys),
    onFault: reportStorageFault,
  });
  setPersistentEngine(storage, events);
}

startPersistence();

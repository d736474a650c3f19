import { inTurn } from './in-turn.ts';
import { indexedDbAdapter } from './indexed-db-adapter.ts';
import type { PersistenceAdapter } from './persistence-adapter.ts';

/** Where a browser without localStorage keeps settings. Only such browsers fetch this module. */
export function lateStorage(): PersistenceAdapter {
  return inTurn(indexedDbAdapter());
}

import { inTurn } from './in-turn.ts';
import { indexedDbAdapter } from './indexed-db-adapter.ts';
import type { PersistenceAdapter } from './persistence-adapter.ts';

/** Stores settings in browsers without localStorage. Only such browsers load this module. */
export function lateStorage(): PersistenceAdapter {
  return inTurn(indexedDbAdapter());
}

import { createHash } from 'node:crypto';
import { v7 } from 'uuid';

/** A UUIDv7 begins with a time; any fixed one will do, since the name alone makes the id. Changing it would change every id. */
const CATALOGUE_BEGAN_MS = Date.UTC(2026, 0, 1);

/**
 * The id of an item named in the terms (a tier, period, package or role): a UUIDv7 derived from the name alone, so it's the same in
 * every process and after every restart.
 */
export function catalogueId(name: string): string {
  return v7({ msecs: CATALOGUE_BEGAN_MS, random: createHash('sha256').update(name).digest() });
}

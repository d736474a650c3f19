import { createHash } from 'node:crypto';
import { v7 } from 'uuid';

const CATALOGUE_BEGAN_MS = Date.UTC(2026, 0, 1);

/**
 * The id of something that the economy file names (a tier, a period, a package, a role): a UUIDv7 that is the same in every process and after every
 * restart, because it is made of the name alone.
 */
export function catalogueId(name: string): string {
  return v7({ msecs: CATALOGUE_BEGAN_MS, random: createHash('sha256').update(name).digest() });
}

import { createHash } from 'node:crypto';
import type { Economy } from '../economy.ts';

/** Equal for equal terms, regardless of a file's order and whitespace. */
export function hashTerms(economy: Economy): string {
  return createHash('sha256')
    .update(JSON.stringify(sortKeys(economy)))
    .digest('hex');
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}

import { createHash } from 'node:crypto';

/** Identifies a key's call and input, regardless of the fields' order and white space. */
export function fingerprint(call: { method: string; path: string }, input: { query: unknown; body: unknown }): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([call.method, call.path, sortKeys(input.query), sortKeys(input.body)]))
    .digest();
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([key, inner]): [string, unknown] => [key, sortKeys(inner)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

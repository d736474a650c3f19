import { BASIS_POINTS } from './basis-points.ts';

/**
 * Each part's share in basis points by the largest remainder method, summing to exactly 10,000. All zero if the sum is zero. Parts must not
 * be negative.
 */
export function sharesOf(parts: readonly bigint[]): number[] {
  const total = parts.reduce((sum, part) => sum + part, 0n);
  if (total === 0n) return parts.map(() => 0);
  const floors = parts.map((part) => (part * BASIS_POINTS) / total);
  const missing = Number(BASIS_POINTS - floors.reduce((sum, share) => sum + share, 0n));
  const byRemainder = parts
    .map((part, index) => ({ index, remainder: (part * BASIS_POINTS) % total }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  const raised = new Set(byRemainder.slice(0, missing).map(({ index }) => index));
  return floors.map((share, index) => Number(share) + (raised.has(index) ? 1 : 0));
}

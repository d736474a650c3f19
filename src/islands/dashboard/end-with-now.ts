import type { PricePoint } from './price-stats.ts';

/**
 * Puts the price that holdings are valued at in the place of the running day's or hour's average, so that a page shows one price. Without a
 * price, the points stay as they are.
 */
export function endWithNow(points: readonly PricePoint[], now: PricePoint | null): PricePoint[] {
  if (now === null || points.length === 0) return [...points];
  return [...points.slice(0, -1), now];
}

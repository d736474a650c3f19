/** In days. The provider keeps one average per UTC day for 90 days, and optionally one per hour for the last day. */
export const PRICE_RANGES = [1, 7, 30, 90] as const;
export type PriceRange = (typeof PRICE_RANGES)[number];

/**
 * The newest points that cover the range: one more than intervals, since the first is the baseline of the change. One day is covered by
 * hourly points.
 */
export function pointsWithin<Point>(points: readonly Point[], days: PriceRange): Point[] {
  return points.slice(-((days === 1 ? 24 : days) + 1));
}

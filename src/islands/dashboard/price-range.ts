/** In days; the provider keeps one average for each UTC day of the last 90. */
export const PRICE_RANGES = [7, 30, 90] as const;
export type PriceRange = (typeof PRICE_RANGES)[number];

/** The newest points that span so many days: one more than days, since the first is where the change starts from. */
export function pointsWithin<Point>(points: readonly Point[], days: PriceRange): Point[] {
  return points.slice(-(days + 1));
}

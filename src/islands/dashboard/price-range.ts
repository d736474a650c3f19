/** In days; the provider keeps one average for each UTC day of the last 90, and may tell each hour's of the last day. */
export const PRICE_RANGES = [1, 7, 30, 90] as const;
export type PriceRange = (typeof PRICE_RANGES)[number];

/** The newest points that span so many days: one more than steps, since the first is where the change starts from. A day's are its hours. */
export function pointsWithin<Point>(points: readonly Point[], days: PriceRange): Point[] {
  return points.slice(-((days === 1 ? 24 : days) + 1));
}

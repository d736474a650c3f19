import { BASIS_POINTS } from '../basis-points.ts';

/** Formats a factor given in basis points, without unnecessary digits: `1.25`, `1,25`. */
export function formatMultiplier(basisPoints: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(basisPoints / Number(BASIS_POINTS));
}

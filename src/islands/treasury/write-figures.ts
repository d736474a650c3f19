import { formatAmount } from '../../lib/amount.ts';
import { formatDateTime, formatSecond } from '../figures/format-time.ts';

export const PRICE_DIGITS = 6;

/** For sentences and labels; truncated, never rounded up. The exact figure is shown next to it or in a Figure's title. */
export function writeJuf(amountBaseUnits: bigint, locale: string): string {
  return formatAmount(amountBaseUnits, { locale, fractionDigits: 2 });
}

export function writePrice(price18: bigint, locale: string): string {
  return formatAmount(price18, { locale, fractionDigits: PRICE_DIGITS });
}

/** A time of day with seconds. */
export function writeSecond(iso: string | null, locale: string): string {
  if (iso === null) return '––:––:––\u00a0UTC';
  return formatSecond(iso, locale);
}

/** A date and time. */
export function writeMoment(iso: string, locale: string): string {
  return formatDateTime(iso, locale, { day: 'numeric', month: 'long', year: 'numeric' });
}

import { writeDate } from '../../lib/i18n/write-date.ts';
import { shownTimeZone } from '../../stores/now.ts';

/** The date in words, in the member's time zone or, for ledger days, in UTC. */
export function formatLongDate(iso: string, locale: string, timeZone: 'UTC' | undefined = shownTimeZone()): string {
  return writeDate(new Date(iso), locale, { timeZone, dateStyle: 'long' });
}

import { writeDate } from '../../lib/i18n/write-date.ts';
import { shownTimeZone } from '../../stores/now.ts';

/** Moments are shown in the member's time zone, ledger days in `'UTC'`; the caller names the zone. */
type ShownZone = 'UTC' | undefined;

export function formatDay(iso: string, locale: string, timeZone: ShownZone = shownTimeZone()): string {
  return writeDate(new Date(iso), locale, { timeZone, day: 'numeric', month: 'short' });
}

export function formatDate(iso: string, locale: string, timeZone: ShownZone = shownTimeZone()): string {
  return writeDate(new Date(iso), locale, { timeZone, day: 'numeric', month: 'short', year: 'numeric' });
}

/** Date and time as the language orders and joins them, with the zone's name: `24 November at 14:05 GMT+1`. */
export function formatDateTime(iso: string, locale: string, date: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long' }): string {
  return formatNamingZone(iso, locale, { ...date, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

/** With the zone's name: `14:05 GMT+1`. */
export function formatClock(time: number | string, locale: string): string {
  return formatNamingZone(time, locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

/** With the zone's name: `14:05:30 GMT+1`. */
export function formatSecond(time: number | string, locale: string): string {
  return formatNamingZone(time, locale, { timeStyle: 'medium', hourCycle: 'h23' });
}

/** Placeholder of about the same width for a time that isn't known yet. */
export const UNKNOWN_CLOCK = '––:––\u00a0UTC';

const DAY_MS = 86_400_000;

/** By the dates that are shown: today’s and this many days make the other’s. */
export function daysUntil(iso: string, nowMs: number, timeZone: ShownZone = shownTimeZone()): number {
  return Math.round((dateOf(Date.parse(iso), timeZone) - dateOf(nowMs, timeZone)) / DAY_MS);
}

/** Midnight UTC of the date that it is in the zone. */
function dateOf(timeMs: number, timeZone: ShownZone): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' }).formatToParts(timeMs);
  const numberOf = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(numberOf('year'), numberOf('month') - 1, numberOf('day'));
}

/** Formats basis points as a percentage with one digit, with the minus of the amounts beside it. */
export function formatShare(basisPoints: number, locale: string, sign = false): string {
  return new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    ...(sign && { signDisplay: 'exceptZero' }),
  })
    .format(basisPoints / 10_000)
    .replace('-', '−');
}

/** Puts the zone after the time in every language; `Intl` alone puts it in brackets in one and before the date in another. */
function formatNamingZone(time: number | string, locale: string, parts: Intl.DateTimeFormatOptions): string {
  const date = new Date(time);
  const timeZone = shownTimeZone();
  const zone = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
    .formatToParts(date)
    .find(({ type }) => type === 'timeZoneName');
  const shown = writeDate(date, locale, { ...parts, timeZone });
  // Days have neither a dot nor a colon between digits.
  return shown.replace(/\d+([.:]\d\d)+/, `$&\u00a0${zone?.value ?? ''}`);
}

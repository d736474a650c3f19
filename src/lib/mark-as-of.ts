import { writeDate } from './i18n/write-date.ts';

export interface AsOf {
  /** With `{{moment}}`, as the locale files have it. */
  text: string;
  locale: string;
  /** Defaults to the device's own. */
  timeZone?: string;
}

/** Puts a line before a page's main part that says when the page was made, because it's older than its reader would expect. */
export function markAsOf(html: string, at: Date, { text, locale, timeZone }: AsOf): string {
  const line = text.replace('{{moment}}', () => writeMoment(at, locale, timeZone));
  return html.replace(/<main\b/, (main) => `<p class="as-of" role="status">${escapeHtml(line)}</p>${main}`);
}

/** With the zone's name after it: `24 November 2026, 14:05 UTC`. */
function writeMoment(at: Date, locale: string, timeZone: string | undefined): string {
  const zone = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName');
  const moment = writeDate(at, locale, {
    timeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return `${moment}\u00a0${zone?.value ?? ''}`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

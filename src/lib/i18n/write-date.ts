/**
 * Writes a date, with its time if asked for. Two languages have it otherwise than `Intl`: Vietnamese writes a day in figures
 * and before the time (`26/11/2026 09:57`), and no English month is shortened to four letters.
 */
export function writeDate(at: Date, locale: string, parts: Intl.DateTimeFormatOptions): string {
  if (/^vi\b/.test(locale)) return inFigures(at, locale, parts);
  const date = new Intl.DateTimeFormat(locale, parts).format(at);
  return /^en\b/.test(locale) ? date.replace(/\bSept\b/, 'Sep') : date;
}

function inFigures(at: Date, locale: string, { day, month, year, dateStyle, ...time }: Intl.DateTimeFormatOptions): string {
  const { timeZone } = time;
  const written = [
    ...((dateStyle ?? day ?? month ?? year) ? [dayOf(at, locale, { timeZone, isWhole: (dateStyle ?? year) !== undefined })] : []),
    ...((time.timeStyle ?? time.hour) ? [new Intl.DateTimeFormat(locale, time).format(at)] : []),
  ];
  return written.join(' ');
}

function dayOf(at: Date, locale: string, { timeZone, isWhole }: { timeZone: string | undefined; isWhole: boolean }): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' });
  const figures = format.formatToParts(at).filter(({ type }) => type === 'day' || type === 'month' || (isWhole && type === 'year'));
  return figures.map(({ value }) => value).join('/');
}

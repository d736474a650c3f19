/** In UTC, without naming it. */
export function formatHour(time: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(time));
}

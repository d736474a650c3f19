/** Whole days in a date field's format, `2026-11-21`. Both are inclusive; null leaves that end open. */
export interface DayRange {
  from: string | null;
  to: string | null;
}

/** The instants that bound a range of days, in UTC or in the device's time zone; null if no day, or an invalid one, is given. */
export function dayRangeBounds({ from, to }: DayRange, timeZone: 'UTC' | undefined): DayRange {
  return { from: startOf(from, 0, timeZone), to: startOf(to, 1, timeZone) };
}

/** Calendar arithmetic, since a day with a clock change doesn't have 24 hours. */
function startOf(day: string | null, daysLater: number, timeZone: 'UTC' | undefined): string | null {
  const at = new Date(day === null ? Number.NaN : `${day}T00:00:00.000${timeZone === 'UTC' ? 'Z' : ''}`);
  if (Number.isNaN(at.getTime())) return null;
  if (timeZone === 'UTC') at.setUTCDate(at.getUTCDate() + daysLater);
  else {
    at.setDate(at.getDate() + daysLater);
    // A day whose clock change is at midnight begins at one o'clock, and the day after it doesn't.
    at.setHours(0);
  }
  return at.toISOString();
}

/** Whole days, as a date field writes them: `2026-11-21`. Both are included; null leaves that end open. */
export interface DayRange {
  from: string | null;
  to: string | null;
}

/** The instants that a range of days lies between, in UTC or in the device's own zone; null where no day is chosen, or none that exists. */
export function dayRangeBounds({ from, to }: DayRange, timeZone: 'UTC' | undefined): DayRange {
  return { from: startOf(from, 0, timeZone), to: startOf(to, 1, timeZone) };
}

/** By the calendar, since a day on which clocks change has not 24 hours. */
function startOf(day: string | null, daysLater: number, timeZone: 'UTC' | undefined): string | null {
  const at = new Date(day === null ? Number.NaN : `${day}T00:00:00.000${timeZone === 'UTC' ? 'Z' : ''}`);
  if (Number.isNaN(at.getTime())) return null;
  if (timeZone === 'UTC') at.setUTCDate(at.getUTCDate() + daysLater);
  else at.setDate(at.getDate() + daysLater);
  return at.toISOString();
}

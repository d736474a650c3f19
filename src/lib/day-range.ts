const DAY_MS = 86_400_000;

/** Whole days in UTC, as a date field writes them: `2026-11-21`. Both are included; null leaves that end open. */
export interface DayRange {
  from: string | null;
  to: string | null;
}

/** The instants a range of days lies between; null where no day is chosen, or none that exists. */
export function dayRangeBounds({ from, to }: DayRange): DayRange {
  return { from: startOf(from, 0), to: startOf(to, DAY_MS) };
}

function startOf(day: string | null, laterMs: number): string | null {
  const atMs = day === null ? Number.NaN : Date.parse(`${day}T00:00:00.000Z`);
  return Number.isNaN(atMs) ? null : new Date(atMs + laterMs).toISOString();
}

const DAY_MS = 86_400_000;

/** A UTC day as `2026-01-31`. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

export function dayBefore(at: Date): string {
  return utcDay(new Date(at.getTime() - DAY_MS));
}

export function startOfDay(at: Date): Date {
  return new Date(at.getTime() - (at.getTime() % DAY_MS));
}

export function startOfNextDay(at: Date): Date {
  return new Date(startOfDay(at).getTime() + DAY_MS);
}

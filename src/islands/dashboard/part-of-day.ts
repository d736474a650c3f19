/** Takes the hour of a local clock, 0 to 23. */
export function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' | 'night' {
  if (hour < 4) return 'night';
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
}

/** The hour of the clock that the member's times are shown by. */
export function shownHour(at: Date, timeZone: 'UTC' | undefined): number {
  return timeZone === 'UTC' ? at.getUTCHours() : at.getHours();
}

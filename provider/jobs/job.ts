/**
 * What is done again and again. A run catches up with all that is due, so it does not matter how many were missed, and two at once, in one process or
 * in several, or one cut off in the middle, do nothing twice.
 */
export interface Job {
  name: string;
  /** When, in UTC: minute, hour, day of the month, month, day of the week. */
  cron: string;
  /** Gives what it did, for the log. */
  run: (now: Date) => Promise<Record<string, unknown>>;
}

/**
 * A recurring job. Each run catches up on everything due, so missed runs don't matter; concurrent runs, in one process or several, and
 * interrupted ones do nothing twice.
 */
export interface Job {
  name: string;
  /** Schedule in UTC: minute, hour, day of the month, month, day of the week. */
  cron: string;
  /** After this a run counts as dead, and the next one may start: 15 minutes unless more is said. */
  mayTakeSeconds?: number;
  /** Returns what it did, for the log. */
  run: (now: Date) => Promise<Record<string, unknown>>;
}

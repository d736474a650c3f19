import { isDatabaseGone } from '../db/is-database-away.ts';
import { sqlState } from '../db/sql-state.ts';

/** An outage is over when nothing has failed for so long: every process asks the database something each few seconds. */
const OVER_AFTER_MS = 10_000;

/** In what describes a failure: that the database wasn't there. */
export const GONE = 'databaseGone';

/** What is missing, in words for whoever is woken; undefined where something else failed. */
export function sayWhatIsGone(error: unknown): string | undefined {
  if (!isDatabaseGone(error)) return undefined;
  return sqlState(error) === '53100' ? 'the database has no room left on its disk' : 'the database does not answer';
}

export interface OutageLines {
  /** Whether the line is part of an outage that has been told already, and isn't written. */
  swallows(fields: unknown, tell: (fields: object, text: string) => void): boolean;
}

/**
 * Tells an outage of the database in two lines, when it begins and when it's over, instead of one for every call and job that meets it: the second says how long
 * it took and how much failed meanwhile.
 */
export function createOutageLines(now = (): number => Date.now()): OutageLines {
  let outage: { sinceMs: number; untilMs: number; calls: number; others: number } | null = null;
  let over: NodeJS.Timeout | undefined;
  return {
    swallows(fields, tell) {
      const what = whatIsGone(fields);
      if (what === undefined) return false;
      if (outage === null) {
        outage = { sinceMs: now(), untilMs: now(), calls: 0, others: 0 };
        tell(withoutMark(fields), `${what}: this is said once, and again when it is over`);
      }
      const current = outage;
      current.untilMs = now();
      current['requestId' in (fields as object) ? 'calls' : 'others'] += 1;
      clearTimeout(over);
      over = setTimeout(() => {
        outage = null;
        const { sinceMs, untilMs, calls, others } = current;
        tell({ seconds: Math.ceil((untilMs - sinceMs) / 1_000), callsRefused: calls, othersFailed: others }, 'the database answers again');
      }, OVER_AFTER_MS).unref();
      return true;
    },
  };
}

function whatIsGone(fields: unknown): string | undefined {
  if (typeof fields !== 'object' || fields === null || !('failure' in fields)) return undefined;
  const failures: unknown[] = Array.isArray(fields.failure) ? fields.failure : [fields.failure];
  for (const failure of failures) {
    if (typeof failure === 'object' && failure !== null && GONE in failure && typeof failure[GONE] === 'string') return failure[GONE];
  }
  return undefined;
}

/** The first line has the failure itself, so that nobody has to guess why. */
function withoutMark(fields: unknown): object {
  const { failure, ...rest } = fields as { failure: object | object[] };
  const [first = {}] = Array.isArray(failure) ? (failure as object[]) : [failure];
  return { ...rest, failure: Object.fromEntries(Object.entries(first).filter(([name]) => name !== GONE)) };
}

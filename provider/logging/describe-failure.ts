import { isDatabaseGone } from '../db/is-database-away.ts';
import { sqlState } from '../db/sql-state.ts';

/** An outage is over when nothing has failed for so long: every process asks the database something each few seconds. */
const OVER_AFTER_MS = 10_000;

/** In what describes a failure: that the database wasn't there. */
const GONE = 'databaseGone';

/** One of our errors for a terminal or standard error: without messages, as in the log. */
export function failureText(error: unknown): string {
  const { chain } = describeFailure(error);
  if (chain.length === 0) return `something was thrown that is not an error (${typeof error})`;
  return chain.map((one, depth) => `${depth === 0 ? '' : 'because of '}${linesOf(one)}`).join('\n');
}

function linesOf({ name, code, message, errors = [], at }: DescribedFailure): string {
  const head = `${name}${code === undefined ? '' : ` (${code})`}${message === undefined ? '' : `: ${message}`}`;
  return [head, ...at.map((frame) => `    ${frame}`), ...errors.map((one) => `  among others ${linesOf(one)}`)].join('\n');
}

/** What a log keeps of an error: names, codes and places, and only those messages that contain nothing from a caller. */
interface DescribedFailure {
  name: string;
  code?: string | number;
  /** From PostgreSQL, and only if it's about statements or the server, never about values. */
  message?: string;
  /** Where it happened, according to PostgreSQL. */
  table?: string;
  constraint?: string;
  /** The file that the system was asked for. */
  path?: string;
  /** HTTP status, as on viem's errors. */
  status?: number;
  /** For several errors that occurred together. */
  errors?: DescribedFailure[];
  at: string[];
}

const MOST_CAUSES = 5;
const MOST_FRAMES = 12;

/**
 * Describes an error and its causes for a log, without their messages: viem quotes whole request bodies in them, failed queries their
 * parameters, `JSON.parse` its input, and thus tokens, signatures and members' data.
 */
export function describeFailure(error: unknown): { sqlState?: string; [GONE]?: string; chain: DescribedFailure[] } {
  const chain: DescribedFailure[] = [];
  for (let cause = error; isErrorLike(cause) && chain.length < MOST_CAUSES; cause = cause.cause) chain.push(describe(cause));
  const state = sqlState(error);
  const gone = sayWhatIsGone(error);
  return { ...(state !== undefined && { sqlState: state }), ...(gone !== undefined && { [GONE]: gone }), chain };
}

interface ErrorLike {
  name?: unknown;
  message: string;
  stack?: unknown;
  cause?: unknown;
}

/** Errors from other realms or deserialised ones aren't instances of this realm's `Error`. */
export function isErrorLike(value: unknown): value is ErrorLike {
  if (value instanceof Error) return true;
  if (typeof value !== 'object' || value === null || !('message' in value && 'stack' in value)) return false;
  return typeof value.message === 'string' && typeof value.stack === 'string';
}

/** SQLSTATE classes for unknown tables and columns, lack of resources, operator intervention and internal errors. */
const SPEAKS_OF_NO_VALUES = /^(42|53|57|58|XX)[0-9A-Z]{3}$/;

function describe(error: ErrorLike, depth = 0): DescribedFailure {
  const { code, table, constraint, path, status, errors } = error as ErrorLike &
    Record<'code' | 'table' | 'constraint' | 'path' | 'status' | 'errors', unknown>;
  return {
    name: typeof error.name === 'string' ? error.name : 'Error',
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(typeof code === 'string' && SPEAKS_OF_NO_VALUES.test(code) && { message: error.message }),
    ...(typeof table === 'string' && { table }),
    ...(typeof constraint === 'string' && { constraint }),
    ...('syscall' in error && typeof path === 'string' && { path }),
    ...(typeof status === 'number' && { status }),
    ...(Array.isArray(errors) &&
      depth === 0 && {
        errors: errors
          .filter(isErrorLike)
          .slice(0, MOST_CAUSES)
          .map((one) => describe(one, 1)),
      }),
    at: framesOf(error),
  };
}

const FRAME = /^at .+:\d+:\d+\)?$|^at .+ \((native|<anonymous>)\)$/;

/**
 * A stack starts with the message, which may have lines that look like anything and may no longer be the error's. So frames are the
 * unbroken run of lines at its end, minus the message's last lines where they can be recognised.
 */
function framesOf({ stack, message }: ErrorLike): string[] {
  if (typeof stack !== 'string') return [];
  const start = stack.indexOf(message);
  const lines = (start < 0 ? stack : stack.slice(start + message.length)).split('\n').map((line) => line.trim());
  const before = lines.findLastIndex((line) => !FRAME.test(line));
  return lines.slice(before + 1, before + 1 + MOST_FRAMES);
}

/** What is missing, in words for whoever is woken; undefined where something else failed. */
function sayWhatIsGone(error: unknown): string | undefined {
  if (!isDatabaseGone(error)) return undefined;
  return sqlState(error) === '53100' ? 'the database has no room left on its disk' : 'the database does not answer';
}

interface OutageLines {
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

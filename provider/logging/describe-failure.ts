import { sqlState } from '../db/sql-state.ts';
import { GONE, sayWhatIsGone } from './outage.ts';

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

import { sqlState } from '../db/sql-state.ts';

/** What a log keeps of an error: names, codes and places, and of messages only those that hold nothing of a caller's. */
export interface DescribedFailure {
  name: string;
  code?: string | number;
  /** Of PostgreSQL, where it speaks of statements or of itself and never of values. */
  message?: string;
  /** What PostgreSQL says of where it happened. */
  table?: string;
  constraint?: string;
  /** An HTTP status, as viem's errors have it. */
  status?: number;
  /** Of several that failed together. */
  errors?: DescribedFailure[];
  at: string[];
}

const MOST_CAUSES = 5;
const MOST_FRAMES = 12;

/**
 * Describes an error and its causes for a log, without their messages: viem quotes whole request bodies in them, a failed query its parameters,
 * `JSON.parse` its input, and so tokens, signatures and what a member sent.
 */
export function describeFailure(error: unknown): { sqlState?: string; chain: DescribedFailure[] } {
  const chain: DescribedFailure[] = [];
  for (let cause = error; isErrorLike(cause) && chain.length < MOST_CAUSES; cause = cause.cause) chain.push(describe(cause));
  const state = sqlState(error);
  return { ...(state !== undefined && { sqlState: state }), chain };
}

export interface ErrorLike {
  name?: unknown;
  message: string;
  stack?: unknown;
  cause?: unknown;
}

/** Errors of other realms and those that were sent over a wire are no instances of `Error` here, and say as much. */
export function isErrorLike(value: unknown): value is ErrorLike {
  if (value instanceof Error) return true;
  if (typeof value !== 'object' || value === null || !('message' in value && 'stack' in value)) return false;
  return typeof value.message === 'string' && typeof value.stack === 'string';
}

/** Unknown tables and columns, no resources, an operator stepping in, the system's own failures. */
const SPEAKS_OF_NO_VALUES = /^(42|53|57|58|XX)[0-9A-Z]{3}$/;

function describe(error: ErrorLike, depth = 0): DescribedFailure {
  const { code, table, constraint, status, errors } = error as ErrorLike &
    Record<'code' | 'table' | 'constraint' | 'status' | 'errors', unknown>;
  return {
    name: typeof error.name === 'string' ? error.name : 'Error',
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(typeof code === 'string' && SPEAKS_OF_NO_VALUES.test(code) && { message: error.message }),
    ...(typeof table === 'string' && { table }),
    ...(typeof constraint === 'string' && { constraint }),
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
 * A stack begins with the message, which may have lines that look like anything, and may not be the error's any more. So frames are what stands
 * unbroken at its end, and the message's last lines are no frames where it can be told.
 */
function framesOf({ stack, message }: ErrorLike): string[] {
  if (typeof stack !== 'string') return [];
  const start = stack.indexOf(message);
  const lines = (start < 0 ? stack : stack.slice(start + message.length)).split('\n').map((line) => line.trim());
  const before = lines.findLastIndex((line) => !FRAME.test(line));
  return lines.slice(before + 1, before + 1 + MOST_FRAMES);
}

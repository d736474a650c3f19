import { sqlState } from '../db/sql-state.ts';

/** What a log keeps of an error: names, codes and places, and only those messages that contain nothing from a caller. */
export interface DescribedFailure {
  name: string;
  code?: string | number;
  /** From PostgreSQL, and only if it's about statements or the server, never about values. */
  message?: string;
  /** Where it happened, according to PostgreSQL. */
  table?: string;
  constraint?: string;
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

/** Errors from other realms or deserialised ones aren't instances of this realm's `Error`. */
export function isErrorLike(value: unknown): value is ErrorLike {
  if (value instanceof Error) return true;
  if (typeof value !== 'object' || value === null || !('message' in value && 'stack' in value)) return false;
  return typeof value.message === 'string' && typeof value.stack === 'string';
}

/** SQLSTATE classes for unknown tables and columns, lack of resources, operator intervention and internal errors. */
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

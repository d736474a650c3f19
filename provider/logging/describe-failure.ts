import { sqlState } from '../db/sql-state.ts';

/** What a log keeps of an error: names, codes and places, and of messages only those that hold nothing of a caller's. */
export interface DescribedFailure {
  name: string;
  code?: string | number;
  /** Of PostgreSQL (class 42, an unknown table or column): written by us, without values. */
  message?: string;
  /** What PostgreSQL says of where it happened. */
  table?: string;
  constraint?: string;
  /** An HTTP status, as viem's errors have it. */
  status?: number;
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
  for (let cause = error; cause instanceof Error && chain.length < MOST_CAUSES; cause = cause.cause) chain.push(describe(cause));
  const state = sqlState(error);
  return { ...(state !== undefined && { sqlState: state }), chain };
}

function describe(error: Error): DescribedFailure {
  const { code, table, constraint, status } = error as Error & Record<'code' | 'table' | 'constraint' | 'status', unknown>;
  return {
    name: error.name,
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(typeof code === 'string' && /^42[0-9A-Z]{3}$/.test(code) && { message: error.message }),
    ...(typeof table === 'string' && { table }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(typeof status === 'number' && { status }),
    at: framesOf(error),
  };
}

/** A stack begins with the message, which may have lines that look like anything: frames are counted from behind. */
function framesOf({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message);
  const below = start < 0 ? stack : stack.slice(start + message.length);
  return below
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, MOST_FRAMES);
}

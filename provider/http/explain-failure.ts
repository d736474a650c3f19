import { ChainUnavailable } from '../chain-reader.ts';
import { DeadlinePassed } from '../db/commit-in-time.ts';
import { TransactionConflict } from '../db/retry-conflicts.ts';
import { sqlState } from '../db/sql-state.ts';
import { Refusal } from './refusal.ts';

/** The response to a caller for any error. */
export function explainFailure(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof ChainUnavailable) return new Refusal('CHAIN_UNAVAILABLE', { cause: error });
  if (error instanceof DeadlinePassed || error instanceof TransactionConflict || isDatabaseAway(error)) {
    return new Refusal('SERVICE_UNAVAILABLE', { cause: error, headers: { 'retry-after': '1' } });
  }
  // Class 22: the database couldn't store a value. Validation should have caught it, but it's still the caller's input.
  if (sqlState(error)?.startsWith('22') === true) return new Refusal('VALIDATION_FAILED', { cause: error });
  return new Refusal('INTERNAL_ERROR', { cause: error });
}

/**
 * Lost or refused connections (08), no resources (53), cancelled for taking too long (57014, 55P03), shutting down (57P), read-only standby
 * (25006).
 */
const AWAY = /^(08|53|57P|57014|55P03|25006)/;
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** pg gives these errors no code. */
const CONNECTION_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'Cannot use a pool after calling end on the pool',
];

function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return AWAY.test(state);
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && NETWORK_CODES.has(cause.code)) return true;
    if (CONNECTION_MESSAGES.some((message) => cause.message.startsWith(message))) return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseAway)) return true;
  }
  return false;
}

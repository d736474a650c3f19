import { ChainUnavailable } from '../chain-client.ts';
import { isDatabaseAway } from '../db/is-database-away.ts';
import { sqlState } from '../db/sql-state.ts';
import { Refusal } from './refusal.ts';

/** The response to a caller for any error. */
export function explainFailure(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof ChainUnavailable) return new Refusal('CHAIN_UNAVAILABLE', { cause: error });
  if (isDatabaseAway(error)) {
    return new Refusal('SERVICE_UNAVAILABLE', { cause: error, headers: { 'retry-after': '1' } });
  }
  // Class 22: the database couldn't store a value. Validation should have caught it, but it's still the caller's input.
  if (sqlState(error)?.startsWith('22') === true) return new Refusal('VALIDATION_FAILED', { cause: error });
  return new Refusal('INTERNAL_ERROR', { cause: error });
}

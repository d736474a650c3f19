import { ApiError } from '../api/api-error.ts';
import { isSessionError } from '../api/contract/error-codes.ts';
import type { ActionRefusal } from './action-state.ts';

export type Verdict =
  /** No attempt was carried out. */
  | { kind: 'refused'; refusal: ActionRefusal }
  /** The session is over; the fate of earlier attempts is unknown. */
  | { kind: 'session' }
  /** It may have been carried out. A retry with the same key will tell. */
  | { kind: 'unsure'; retryAfterSeconds?: number | undefined };

/**
 * What a failed attempt says about the action. The provider checks the session and the rate limit before the key, so those errors concern
 * only this attempt and settle nothing if there was an earlier one.
 */
export function judgeFailure(error: unknown, isFirstTry: boolean): Verdict {
  if (!(error instanceof ApiError) || error.code === 'UNKNOWN_ERROR') return { kind: 'unsure' };
  const { code, status, message, detail, requestId, retryAfterSeconds } = error;
  const refused: Verdict = { kind: 'refused', refusal: { code, message, detail, requestId, retryAfterSeconds } };
  if (isSessionError(status)) return isFirstTry ? refused : { kind: 'session' };
  if (status === 429) return isFirstTry ? refused : { kind: 'unsure', retryAfterSeconds };
  // The chain is queried before anything is written, and a stored response is returned before either.
  return status >= 500 && code !== 'CHAIN_UNAVAILABLE' ? { kind: 'unsure', retryAfterSeconds } : refused;
}

import { ApiError } from '../api/api-error.ts';
import { isSessionError } from '../api/contract/error-codes.ts';
import type { ActionRefusal } from './action-state.ts';

export type Verdict =
  /** It was not carried out, by no try. */
  | { kind: 'refused'; refusal: ActionRefusal }
  /** The session is over; what became of earlier tries is not known. */
  | { kind: 'session' }
  /** It may have been carried out. Asked again with the same key, the provider tells. */
  | { kind: 'unsure'; askAfterSeconds?: number | undefined };

/**
 * What a failed try says about the action. The provider looks at the session and at the number of calls before it looks at the key: such an answer
 * speaks of this try only, and settles nothing when there was one before.
 */
export function judgeFailure(error: unknown, isFirstTry: boolean): Verdict {
  if (!(error instanceof ApiError) || error.code === 'UNKNOWN_ERROR') return { kind: 'unsure' };
  const { code, status, message, detail, requestId, retryAfterSeconds } = error;
  const refused: Verdict = { kind: 'refused', refusal: { code, message, detail, requestId, retryAfterSeconds } };
  if (isSessionError(status)) return isFirstTry ? refused : { kind: 'session' };
  if (status === 429) return isFirstTry ? refused : { kind: 'unsure', askAfterSeconds: retryAfterSeconds };
  // The chain is asked before anything is written, and a kept answer comes before both.
  return status >= 500 && code !== 'CHAIN_UNAVAILABLE' ? { kind: 'unsure', askAfterSeconds: retryAfterSeconds } : refused;
}

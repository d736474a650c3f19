import { ApiError, NetworkError } from '../../lib/api/api-error.ts';
import type { SessionTexts } from './session-texts.ts';

/** What a person is told. The provider's refusal comes in the page's language. */
export function referralFailure(error: unknown, failures: SessionTexts['failures']): string {
  if (error instanceof ApiError && error.message !== '') return error.message;
  return error instanceof NetworkError ? failures.OFFLINE : failures.SERVICE_UNAVAILABLE;
}

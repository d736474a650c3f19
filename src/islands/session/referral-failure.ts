import { ApiError, NetworkError } from '../../lib/api/api-error.ts';
import type { SessionTexts } from './session-texts.ts';

/** The failure shown. The provider's refusal is in the page's language. */
export function referralFailure(error: unknown, failures: SessionTexts['failures']): string {
  if (error instanceof ApiError && error.message !== '') return error.message;
  return error instanceof NetworkError ? failures.OFFLINE : failures.SERVICE_UNAVAILABLE;
}

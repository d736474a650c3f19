import { ApiError, NetworkError } from '../../lib/api/api-error.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';

/** The failure shown. The provider's refusal is in the page's language. */
export function referralFailure(error: unknown, failures: Texts<'session'>['failures']): string {
  if (error instanceof ApiError && error.message !== '') return error.message;
  return error instanceof NetworkError ? failures.OFFLINE : failures.SERVICE_UNAVAILABLE;
}

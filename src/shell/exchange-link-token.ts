import { AnswerError, ApiError, NetworkError } from '../lib/api/api-error.ts';
import type { Bearer } from '../lib/api/client.ts';
import { isSessionError } from '../lib/api/contract/error-codes.ts';
import { exchangeToken } from '../lib/api/contract/login-link.ts';
import { userInfo } from '../lib/api/contract/profile.ts';
import { callApi, issuerOrigin } from '../stores/api.ts';
import { startLoading } from '../stores/loading.ts';
import { confirmRetry } from './confirm-in-dialog.ts';
import { shellTexts } from './shell-texts.ts';

/**
 * Exchanges the link's token for one of this browser's own. Returns null if the link was already used, by another browser or by a call
 * whose response was lost, and undefined if the person gave up. With a provider that lacks the call, the link's token itself is used.
 */
export async function exchangeLinkToken(linkToken: string): Promise<string | null | undefined> {
  const bearer = { token: linkToken, origin: issuerOrigin() };
  for (;;) {
    const stopLoading = startLoading({ label: shellTexts().link.checking });
    try {
      return (await callApi(exchangeToken, {}, { bearer, attention: 'none' })).token;
    } catch (error) {
      if (isOver(error)) return null;
      if (error instanceof ApiError && (error.status === 404 || error.status === 405)) return linkToken;
      if (mayBeLacking(error)) {
        const link = await lookAt(bearer);
        if (link !== 'UNKNOWN') return link === 'GOOD' ? linkToken : null;
      }
    } finally {
      stopLoading();
    }
    if (!(await confirmRetry(shellTexts().link.unsureText))) return undefined;
  }
}

/** Browsers don't distinguish a cross-origin refusal from a missing response, and some servers answer unknown calls with a page. */
function mayBeLacking(error: unknown): boolean {
  return error instanceof AnswerError || (error instanceof NetworkError && issuerOrigin() !== location.origin);
}

async function lookAt(bearer: Bearer): Promise<'GOOD' | 'OVER' | 'UNKNOWN'> {
  return callApi(userInfo, {}, { bearer }).then(
    () => 'GOOD',
    (error: unknown) => (isOver(error) ? 'OVER' : 'UNKNOWN'),
  );
}

/** Whether the provider says that the token has no session, or no longer has one. */
export function isOver(error: unknown): boolean {
  return error instanceof ApiError && isSessionError(error.status);
}

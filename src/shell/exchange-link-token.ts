import { AnswerError, ApiError, NetworkError } from '../lib/api/api-error.ts';
import type { Bearer } from '../lib/api/client.ts';
import { isSessionError } from '../lib/api/contract/error-codes.ts';
import { exchangeToken } from '../lib/api/contract/login-link.ts';
import { userInfo } from '../lib/api/contract/profile.ts';
import { callApi, issuerOrigin } from '../stores/api.ts';
import { startLoading } from '../stores/loading.ts';
import { askToRetry } from './ask.ts';
import { shellTexts } from './shell-texts.ts';

/**
 * Trades the link's token for this browser's own: null when the link was used up before, by another browser or by an answer of ours that was lost, and
 * undefined when the person gave up. A provider that lacks the call signs in with the link's token itself.
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
    if (!(await askToRetry(shellTexts().link.unsureText))) return undefined;
  }
}

/** Browsers do not tell a call that another origin refuses to talk about from one without an answer, and some servers answer what they do not know with a page. */
function mayBeLacking(error: unknown): boolean {
  return error instanceof AnswerError || (error instanceof NetworkError && issuerOrigin() !== location.origin);
}

async function lookAt(bearer: Bearer): Promise<'GOOD' | 'OVER' | 'UNKNOWN'> {
  return callApi(userInfo, {}, { bearer }).then(
    () => 'GOOD',
    (error: unknown) => (isOver(error) ? 'OVER' : 'UNKNOWN'),
  );
}

/** Whether the provider says that the token is no session, or no longer one. */
export function isOver(error: unknown): boolean {
  return error instanceof ApiError && isSessionError(error.status);
}

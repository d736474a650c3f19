import { AnswerError, ApiError } from '../lib/api/api-error.ts';
import { createClient, type CallOptionsOf, type Client } from '../lib/api/client.ts';
import { resolveBaseUrl } from '../lib/api/base-url.ts';
import type { CallDefinition, DataOf, InputOf } from '../lib/api/contract/define-call.ts';
import { keptToken, keptTokenOrigin } from '../lib/session/kept-session.ts';
import { keptOnDevice } from '../lib/storage/kept.ts';
import { apiAllowedOrigins, apiRouter, apiUrl } from '../lib/config.ts';
import { suspectUpdate } from '../lib/visit/suspect-update.ts';
import { whenDrawn } from '../lib/when-activated.ts';
import { attend } from './attended-calls.ts';
import { pageLanguage } from './page-language.ts';
import { $isSignedIn, $token, endSession } from './session.ts';

const OF_ANOTHER_VERSION: ReadonlySet<string> = new Set(['VALIDATION_FAILED', 'NOT_FOUND']);

/** A stored API address that overrides the configured one; `src/lib/api/base-url.ts` decides whether it is used. */
const keptBaseUrl = keptOnDevice('baseUrl');

let client: Client | undefined;

/**
 * Calls the provider as the signed-in person, in the page's language. Throws as `Client.call` does. A call that changes something counts as
 * started by a person, who sees it pending and sees its failure; pass `attention` to change that.
 */
export async function callApi<Definition extends CallDefinition>(
  definition: Definition,
  input: InputOf<Definition>,
  ...options: CallOptionsOf<Definition>
): Promise<DataOf<Definition>> {
  await whenDrawn();
  client ??= connect();
  try {
    return await client.call(definition, input, ...options);
  } catch (error) {
    // Two versions of the contract: a page of this one's would neither ask for what isn't there nor get what it can't read.
    if (error instanceof AnswerError || (error instanceof ApiError && OF_ANOTHER_VERSION.has(error.code))) suspectUpdate();
    throw error;
  }
}

/** The API's address, and why a stored override was ignored. */
export function apiAddress(): ReturnType<typeof resolveBaseUrl> {
  return resolveBaseUrl({ stored: keptBaseUrl.get(), configured: apiUrl, pageUrl: location.href, allowedOrigins: apiAllowedOrigins });
}

/** The origin that issues tokens now. It is stored with a token, which is sent to no other origin. */
export function issuerOrigin(): string {
  return new URL(apiRouter ?? apiAddress().url, location.href).origin;
}

function connect(): Client {
  return createClient({
    baseUrl: apiAddress().url,
    ...(apiRouter !== undefined && { router: new URL(apiRouter, location.href).href }),
    language: pageLanguage,
    bearer: () => {
      const token = $token.get();
      // A token without a stored origin came with one of our pages, so its own provider issued it.
      const origin = keptTokenOrigin.get() ?? new URL(apiUrl, location.href).origin;
      // Until a login link is verified, no call is made as the previous member.
      return token === undefined || !$isSignedIn.get() ? null : { token, origin };
    },
    attend,
    onSessionEnded: (tokenSent) => {
      // Another tab may have signed in again without this one knowing yet; this call must not end that session.
      const kept = keptToken.get();
      if (kept === null || kept === tokenSent) endSession('EXPIRED');
    },
  });
}

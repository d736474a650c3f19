import { createClient, type CallOptionsOf, type Client } from '../lib/api/client.ts';
import { resolveBaseUrl } from '../lib/api/base-url.ts';
import type { CallDefinition, DataOf, InputOf } from '../lib/api/contract/define-call.ts';
import { apiAllowedOrigins, apiRouter, apiUrl } from '../lib/config.ts';
import { deviceStorage } from '../lib/storage/safe-storage.ts';
import { storageKeys } from '../lib/storage/storage-keys.ts';
import { whenActivated } from '../lib/when-activated.ts';
import { attend } from './attended-calls.ts';
import { $baseUrl } from './base-url.ts';
import { pageLanguage } from './page-language.ts';
import { $isSignedIn, $token, endSession } from './session.ts';

let client: Client | undefined;

/**
 * Calls the provider as the person who is signed in, in the page's language. Throws what `Client.call` throws. What changes something counts as started by
 * a person, who sees that it takes its time and hears of a failure; say `attention` where that is otherwise.
 */
export async function callApi<Definition extends CallDefinition>(
  definition: Definition,
  input: InputOf<Definition>,
  ...options: CallOptionsOf<Definition>
): Promise<DataOf<Definition>> {
  await whenActivated();
  client ??= connect();
  return client.call(definition, input, ...options);
}

/** Where calls go, and why a stored override was not honoured. */
export function apiAddress(): ReturnType<typeof resolveBaseUrl> {
  return resolveBaseUrl({ stored: $baseUrl.get() ?? null, configured: apiUrl, pageUrl: location.href, allowedOrigins: apiAllowedOrigins });
}

/** The origin that issues tokens now: kept beside a token, since a token goes nowhere else. */
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
      // A token without a kept origin came with a page of ours, whose own provider issued it.
      const origin = deviceStorage.get(storageKeys.tokenOrigin) ?? new URL(apiUrl, location.href).origin;
      // Until a login link is proved, nobody calls as the member who was in.
      return token === undefined || !$isSignedIn.get() ? null : { token, origin };
    },
    attend,
    onSessionEnded: (tokenSent) => {
      // Another tab may have signed in anew, and this one not have heard of it yet: that session is not this call's to end.
      const kept = deviceStorage.get(storageKeys.token);
      if (kept === null || kept === tokenSent) endSession('EXPIRED');
    },
  });
}

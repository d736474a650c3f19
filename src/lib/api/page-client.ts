import { apiRouter, apiUrl, siteUrl } from '../config.ts';
import type { LanguageCode } from '../i18n/languages.ts';
import { AnswerError, ApiError, NetworkError } from './api-error.ts';
import { type CallOptionsOf, createClient } from './client.ts';
import type { CallDefinition, DataOf, InputOf } from './contract/define-call.ts';

/** The data, or why there is none. A page must be complete either way. */
export type PageAnswer<Data> = { ok: true; data: Data } | { ok: false; failure: PageFailure };

export interface PageFailure {
  /** Timeout, refusal or invalid response. */
  code: ApiError['code'] | NetworkError['code'] | AnswerError['code'];
  requestId: string | undefined;
}

export interface PageClientOptions {
  language: LanguageCode;
  /** Calls the embedded provider without the network; undefined if the operator runs a provider of their own. */
  api: ((request: Request) => Promise<Response>) | undefined;
  fetch?: typeof globalThis.fetch;
  timeoutMs?: number;
}

export interface PageClient {
  /** Only for public data: a page is rendered for everyone, so no session is sent. */
  read: <Definition extends CallDefinition & { auth: 'public' | 'optional'; method: 'GET' }>(
    definition: Definition,
    input: InputOf<Definition>,
    ...options: CallOptionsOf<Definition>
  ) => Promise<PageAnswer<DataOf<Definition>>>;
}

/** Doesn't resolve: a request that left the process would fail. */
const EMBEDDED_API = 'http://provider.internal/api';
/** A reader is waiting for the page. */
const PAGE_TIMEOUT_MS = 3_000;

/** The API client for pages rendered on demand. */
export function createPageClient({ language, api, fetch, timeoutMs = PAGE_TIMEOUT_MS }: PageClientOptions): PageClient {
  const client = createClient({
    baseUrl: api ? EMBEDDED_API : new URL(apiUrl, siteUrl).href,
    router: api || apiRouter === undefined ? undefined : new URL(apiRouter, siteUrl).href,
    language: () => language,
    bearer: () => null,
    onSessionEnded: () => undefined,
    timeoutMs,
    ...(api ? { fetch: throughApi(api) } : fetch && { fetch }),
  });
  return {
    read: async (definition, input, ...options) => {
      try {
        return { ok: true, data: await client.call(definition, input, ...options) };
      } catch (error) {
        return { ok: false, failure: failureOf(error) };
      }
    },
  };
}

/** The embedded provider may ignore a request's signal, but the page must not wait for it any longer. */
function throughApi(api: (request: Request) => Promise<Response>): typeof globalThis.fetch {
  return (input, init) => {
    const request = new Request(input, init);
    // Not the request's own signal: once the request is garbage collected, it never aborts.
    const signal = init?.signal ?? request.signal;
    const expired = new Promise<never>((_resolve, reject) => {
      const giveUp = (): void => reject(new Error('the embedded provider took too long', { cause: signal.reason }));
      if (signal.aborted) giveUp();
      else signal.addEventListener('abort', giveUp, { once: true });
    });
    return Promise.race([api(request), expired]);
  };
}

function failureOf(error: unknown): PageFailure {
  if (error instanceof ApiError) return { code: error.code, requestId: error.requestId };
  if (error instanceof NetworkError || error instanceof AnswerError) return { code: error.code, requestId: undefined };
  throw error;
}

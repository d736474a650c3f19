import { parseLanguage } from '../i18n/language-codes.ts';
import type { CallDefinition, DataOf, InputOf } from './contract/define-call.ts';
import { isSessionError } from './contract/error-codes.ts';
import { createFetchText } from './fetch-text.ts';
import { queryString } from './query-string.ts';
import { readAnswer } from './read-answer.ts';

/** A session's token and the origin that issued it. It is sent to no other origin. */
export interface Bearer {
  token: string;
  origin: string;
}

export interface ClientOptions {
  /** Absolute, as returned by `resolveBaseUrl`. */
  baseUrl: string;
  /** Absolute; if set, every call is a POST to this address. */
  router?: string | undefined;
  /** The app's language code, or null. */
  language: () => string | null;
  /** The currently stored session. */
  bearer: () => Bearer | null;
  /** Called when the provider ended the stored session, but not if another session has replaced it meanwhile. */
  onSessionEnded: (tokenSent: string) => void;
  /** Wraps each call, so that the UI can show what it waits for; omit it where there is no UI. */
  attend?: Attend;
  fetch?: typeof globalThis.fetch;
  timeoutMs?: number;
}

/**
 * How visible a call is. `full`: the page is covered if it takes longer than a moment, and failures are reported. `failure`: only failures
 * are reported. `none`: a background call by the page itself.
 */
export type Attention = 'full' | 'failure' | 'none';

interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Used instead of the stored session: a login link's token is verified before it is stored. */
  bearer?: Bearer;
  /** The call continues even if the page is left before the response. */
  outlivesPage?: boolean;
  /** Defaults to `full` for calls that change something, since a person started them, and `none` for reads. */
  attention?: Attention;
}

/** What the interface learns about a call. */
export interface AttendedCall {
  method: CallDefinition['method'];
  path: string;
  /** It carries an Idempotency-Key, so a lost response can be recovered. */
  movesValue: boolean;
  attention: Attention;
  signal: AbortSignal | undefined;
}

export type Attend = <Data>(call: AttendedCall, send: (signal: AbortSignal | undefined) => Promise<Data>) => Promise<Data>;

/** A call that moves value can't be made without its key. */
export type CallOptionsOf<Definition extends CallDefinition> = Definition['idempotent'] extends true
  ? [options: CallOptions & { idempotencyKey: string }]
  : [options?: CallOptions];

export interface Client {
  /** Throws ApiError (refused), NetworkError (no response) or AnswerError (invalid response). Never retries. */
  call: <Definition extends CallDefinition>(
    definition: Definition,
    input: InputOf<Definition>,
    ...options: CallOptionsOf<Definition>
  ) => Promise<DataOf<Definition>>;
}

const DEFAULT_TIMEOUT_MS = 30_000;

export function createClient(options: ClientOptions): Client {
  const fetchText = createFetchText(options.fetch ?? ((...request) => globalThis.fetch(...request)));
  return {
    call: (definition, input, ...[callOptions]) => {
      const { attend = unattended } = options;
      return attend(attendedCall(definition, callOptions), (signal) => send(definition, input, callOptions, signal));
    },
  };

  async function send<Definition extends CallDefinition>(
    definition: Definition,
    input: InputOf<Definition>,
    callOptions: (CallOptions & { idempotencyKey?: string }) | undefined,
    signal: AbortSignal | undefined,
  ): Promise<DataOf<Definition>> {
    const { url, method, headers, body } = composeRequest(options, definition, input);
    const bearer = callOptions?.bearer ?? options.bearer();
    const tokenSent = bearer?.origin === new URL(url).origin ? bearer.token : null;
    if (tokenSent !== null) headers['Authorization'] = `Bearer ${tokenSent}`;
    if (callOptions?.idempotencyKey !== undefined) headers['Idempotency-Key'] = callOptions.idempotencyKey;
    const answer = await fetchText({
      url,
      method,
      headers,
      body,
      signal,
      keepalive: callOptions?.outlivesPage ?? false,
      timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    });
    if (isSessionError(answer.status) && tokenSent !== null && tokenSent === options.bearer()?.token) options.onSessionEnded(tokenSent);
    return readAnswer(definition, answer);
  }
}

const unattended: Attend = ({ signal }, send) => send(signal);

function attendedCall({ method, path, idempotent }: CallDefinition, options: CallOptions | undefined): AttendedCall {
  const attention = options?.attention ?? (method === 'POST' ? 'full' : 'none');
  return { method, path, movesValue: idempotent, attention, signal: options?.signal };
}

interface ComposedRequest {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: string | undefined;
}

function composeRequest({ baseUrl, router, language }: ClientOptions, definition: CallDefinition, input: object): ComposedRequest {
  const { method, path } = definition;
  const query = definition.query ? queryString({ ...input }) : '';
  const body = method === 'POST' ? JSON.stringify(definition.query ? {} : input) : undefined;
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    Platform: 'WEB',
    'Accept-Language': parseLanguage(language() ?? '') ?? 'en',
  };
  if (router === undefined) {
    const url = baseUrl.replace(/\/+$/, '') + path;
    return { url: query === '' ? url : `${url}?${query}`, method, headers, body };
  }
  headers['X-Api-Call'] = `${method} ${path}`;
  if (query !== '') headers['X-Api-Query'] = query;
  return { url: router, method: 'POST', headers, body };
}

import { parseLanguage } from '../i18n/language-codes.ts';
import { type CallDefinition, type DataOf, type InputOf } from './contract/define-call.ts';
import { isSessionError } from './contract/error-codes.ts';
import { createFetchText } from './fetch-text.ts';
import { queryString } from './query-string.ts';
import { readAnswer } from './read-answer.ts';

/** A session's token and the origin that issued it: it is sent nowhere else. */
export interface Bearer {
  token: string;
  origin: string;
}

export interface ClientOptions {
  /** Absolute, as `resolveBaseUrl` gives it. */
  baseUrl: string;
  /** Absolute; when given, every call is a POST to this one address. */
  router?: string | undefined;
  /** The app language's code, null when there is none. */
  language: () => string | null;
  /** The session stored now. */
  bearer: () => Bearer | null;
  /** The provider ended the session that is stored now. Not called when another has taken its place meanwhile. */
  onSessionEnded: (tokenSent: string) => void;
  /** Runs each call, so that what the person waits for can be shown; left out where nobody looks. */
  attend?: Attend;
  fetch?: typeof globalThis.fetch;
  timeoutMs?: number;
}

/**
 * What the person gets to see of a call. `full`: the page is covered while it takes longer than a blink, and its failure is told. `failure`: only that.
 * `none`: the page itself asked, in the background.
 */
export type Attention = 'full' | 'failure' | 'none';

interface CallOptions {
  signal?: AbortSignal | undefined;
  /** In place of the stored session: a login link's token is proved before it is stored. */
  bearer?: Bearer;
  /** The page may be left before the answer is there, and the call goes on all the same. */
  outlivesPage?: boolean;
  /** When left out: `full` for what changes something, since a person started it, and `none` for what only reads. */
  attention?: Attention;
}

/** What is said of a call to whoever shows it. */
export interface AttendedCall {
  method: CallDefinition['method'];
  path: string;
  /** It carries an Idempotency-Key: a lost answer can be asked for again. */
  movesValue: boolean;
  attention: Attention;
  signal: AbortSignal | undefined;
}

export type Attend = <Data>(call: AttendedCall, send: (signal: AbortSignal | undefined) => Promise<Data>) => Promise<Data>;

/** A call that moves value is not to be made without its key. */
export type CallOptionsOf<Definition extends CallDefinition> = Definition['idempotent'] extends true
  ? [options: CallOptions & { idempotencyKey: string }]
  : [options?: CallOptions];

export interface Client {
  /** Throws ApiError (refused), NetworkError (no answer) or AnswerError (an answer that is none). Repeats nothing. */
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

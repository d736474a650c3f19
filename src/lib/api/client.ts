import { createFetch } from 'ofetch';
import { parseLanguage } from '../i18n/language-codes.ts';
import { NetworkError } from './api-error.ts';
import type { CallDefinition, DataOf, InputOf } from './contract/define-call.ts';
import { isSessionError } from './contract/error-codes.ts';
import { parseBody, readData } from './read-data.ts';

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
  const { baseUrl, router, attend = unattended, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const origin = new URL(router ?? baseUrl).origin;
  const ofetch = createFetch({
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
    Headers,
    AbortController,
    defaults: {
      baseURL: baseUrl,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', Platform: 'WEB' },
      onRequest: ({ options: { headers } }) => headers.set('Accept-Language', parseLanguage(options.language() ?? '') ?? 'en'),
      // ofetch's own parser accepts anything.
      parseResponse: parseBody,
      ignoreResponseError: true,
      retry: false,
      credentials: 'omit',
      cache: 'no-store',
      // A redirect would take what the member signed to wherever it points.
      redirect: 'error',
    },
  });
  return {
    call: (definition, input, ...[callOptions]) =>
      attend(attendedCall(definition, callOptions), (signal) => send(definition, input, callOptions, signal)),
  };

  async function send<Definition extends CallDefinition>(
    definition: Definition,
    input: InputOf<Definition>,
    callOptions: (CallOptions & { idempotencyKey?: string }) | undefined,
    signal: AbortSignal | undefined,
  ): Promise<DataOf<Definition>> {
    const { path, method, body, headers } = composeRequest(definition, input, router !== undefined);
    const bearer = callOptions?.bearer ?? options.bearer();
    const tokenSent = bearer?.origin === origin ? bearer.token : null;
    if (tokenSent !== null) headers['Authorization'] = `Bearer ${tokenSent}`;
    if (callOptions?.idempotencyKey !== undefined) headers['Idempotency-Key'] = callOptions.idempotencyKey;
    const keepalive = callOptions?.outlivesPage ?? false;
    const answer = await withinTime(timeoutMs, signal, (limit) =>
      ofetch.raw(router ?? path, { method, headers, ...(body && { body }), signal: limit, keepalive }),
    );
    if (isSessionError(answer.status) && tokenSent !== null && tokenSent === options.bearer()?.token) options.onSessionEnded(tokenSent);
    return readData(definition, answer);
  }
}

const unattended: Attend = ({ signal }, send) => send(signal);

function attendedCall({ method, path, idempotent }: CallDefinition, options: CallOptions | undefined): AttendedCall {
  const attention = options?.attention ?? (method === 'POST' ? 'full' : 'none');
  return { method, path, movesValue: idempotent, attention, signal: options?.signal };
}

interface ComposedRequest {
  path: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: object | undefined;
}

function composeRequest({ method, path, query }: CallDefinition, input: object, isRouted: boolean): ComposedRequest {
  const search = query ? queryString({ ...input }) : '';
  const body = method === 'POST' ? (query ? {} : input) : undefined;
  if (!isRouted) return { path: search === '' ? path : `${path}?${search}`, method, headers: {}, body };
  const headers = { 'X-Api-Call': `${method} ${path}`, ...(search !== '' && { 'X-Api-Query': search }) };
  return { path, method: 'POST', headers, body };
}

/** Without null and undefined. Spaces are `%20`, which works in an address and a header, and a half of a pair of surrogates is replaced, not thrown at. */
function queryString(values: Readonly<Record<string, string | number | boolean | null | undefined>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && value !== undefined) parameters.set(name, String(value));
  }
  return parameters.toString().replaceAll('+', '%20');
}

/** The time includes the body, unlike that of ofetch. Throws NetworkError only. */
async function withinTime<Answer>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  send: (limit: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const limit = new AbortController();
  const abort = (): void => limit.abort(new NetworkError('ABORTED', signal?.reason));
  const timer = setTimeout(() => limit.abort(new NetworkError('TIMEOUT', undefined)), timeoutMs);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted === true) abort();
  try {
    return await send(limit.signal);
  } catch (error) {
    throw limit.signal.reason instanceof NetworkError ? limit.signal.reason : new NetworkError('UNREACHABLE', error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

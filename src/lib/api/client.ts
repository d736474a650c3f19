import { createFetch, type FetchResponse } from 'ofetch';
import { parseLanguage } from '../i18n/languages.ts';
import { AnswerError, ApiError, NetworkError } from './api-error.ts';
import type { CallDefinition, DataOf, InputOf } from './contract/define-call.ts';
import { isErrorCode, isSessionError } from './contract/error-codes.ts';
import { z } from './contract/zod.ts';

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

type Answer = Pick<FetchResponse<unknown>, 'status' | 'headers' | '_data'>;

/** Returns a response's `data`, validated against the contract. Throws ApiError for a refusal and AnswerError for an invalid response. */
function readData<Definition extends CallDefinition>(definition: Definition, answer: Answer): DataOf<Definition> {
  const { status, _data: body = '' } = answer;
  if (status >= 400) throw readRefusal(answer, body);
  const fail = (cause: unknown): never => {
    throw new AnswerError(`${definition.method} ${definition.path}`, { status, body, cause });
  };
  if (!isRecord(body) || body['code'] !== 0) return fail(undefined);
  const output: Definition['output'] = definition.output;
  const reading = z.safeParse(output, body['data']);
  return reading.success ? reading.data : fail(reading.error);
}

function readRefusal({ status, headers }: Answer, body: unknown): ApiError {
  const fields = isRecord(body) ? body : {};
  const { code, message, detail, requestId } = fields;
  const retryAfter = headers.get('retry-after') ?? '';
  return new ApiError(typeof message === 'string' ? message : '', {
    status,
    code: isErrorCode(code) ? code : 'UNKNOWN_ERROR',
    detail: isRecord(detail) ? detail : undefined,
    requestId: typeof requestId === 'string' ? requestId : undefined,
    retryAfterSeconds: /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined,
    body,
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text itself if it isn't JSON. */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

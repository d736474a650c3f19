import { createFetch } from 'ofetch';
import { NetworkError } from './api-error.ts';

interface TextRequest {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal | undefined;
  keepalive: boolean;
  timeoutMs: number;
}

export interface TextAnswer {
  status: number;
  headers: Headers;
  text: string;
}

export type FetchText = (request: TextRequest) => Promise<TextAnswer>;

/** Sends one request and returns the whole response as text. The timeout includes the body, unlike ofetch's own. */
export function createFetchText(fetch: typeof globalThis.fetch): FetchText {
  const ofetch = createFetch({ fetch, Headers, AbortController });
  return async ({ url, method, headers, body, signal, keepalive, timeoutMs }) => {
    const limit = new AbortController();
    const abort = (): void => limit.abort(new NetworkError('ABORTED', signal?.reason));
    const timer = setTimeout(() => limit.abort(new NetworkError('TIMEOUT', undefined)), timeoutMs);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted === true) abort();
    try {
      const response = await ofetch.raw(url, {
        method,
        headers,
        ...(body !== undefined && { body }),
        signal: limit.signal,
        keepalive,
        // Parsed with JSON.parse later: ofetch's parser accepts anything.
        responseType: 'text',
        ignoreResponseError: true,
        retry: false,
        credentials: 'omit',
        cache: 'no-store',
        // A redirect would take what the member signed to wherever it points.
        redirect: 'error',
      });
      return { status: response.status, headers: response.headers, text: response._data ?? '' };
    } catch (error) {
      throw limit.signal.reason instanceof NetworkError ? limit.signal.reason : new NetworkError('UNREACHABLE', error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  };
}

const ALLOWED_HEADERS = 'Content-Type, Authorization, Accept-Language, Platform, Idempotency-Key, X-Api-Call, X-Api-Query';
const EXPOSED_HEADERS = 'X-Request-Id, Retry-After';
const PREFLIGHT_SECONDS = '600';

/** Lets pages of the listed origins read responses. Never with credentials: sessions use a header, not a cookie. */
export function addCorsHeaders(headers: Headers, origin: string | null, allowedOrigins: ReadonlySet<string>): void {
  headers.append('vary', 'Origin');
  if (origin === null || !allowedOrigins.has(origin)) return;
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-expose-headers', EXPOSED_HEADERS);
}

/** The response to OPTIONS: the path's methods and, for a page of a listed origin, permission to use them. */
export function answerOptions(methods: readonly string[], origin: string | null, allowedOrigins: ReadonlySet<string>): Response {
  const allow = [...methods, 'OPTIONS'].join(', ');
  const headers = new Headers({ allow, vary: 'Access-Control-Request-Method, Access-Control-Request-Headers' });
  addCorsHeaders(headers, origin, allowedOrigins);
  if (headers.has('access-control-allow-origin')) {
    headers.set('access-control-allow-methods', methods.join(', '));
    headers.set('access-control-allow-headers', ALLOWED_HEADERS);
    headers.set('access-control-max-age', PREFLIGHT_SECONDS);
  }
  return new Response(null, { status: 204, headers });
}

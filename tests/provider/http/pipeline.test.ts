import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../provider/handlers.ts';
import { composeRequest, openProvider, readAnswer, startProvider } from '../start-provider.ts';
import { newWallet, signIn } from '../sign-in.ts';

let provider: Awaited<ReturnType<typeof openProvider>>;
let token: string;
beforeAll(async () => {
  provider = await openProvider({ corsOrigins: ['https://app.example', 'http://127.0.0.1:4000'], limits: { callsPerClient: 100_000 } });
  ({ token } = await signIn(provider));
});
afterAll(() => provider.stop());

describe('responses', () => {
  it('have a request id in body and header, and a message in the requested language', async () => {
    const english = await provider.send('GET', '/profile/userInfo');
    expect(english).toMatchObject({ status: 401, code: 'UNAUTHENTICATED', message: 'Sign in to continue.' });
    expect(english.headers.get('content-type')).toMatch(/^application\/json\b/);
    expect(english.requestId).toBe(english.headers.get('x-request-id'));
    expect(english.requestId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    const german = await provider.send('GET', '/profile/userInfo', { language: 'de' });
    expect(german.message).toBe('Melden Sie sich an, um fortzufahren.');
    expect(german.headers.get('content-language')).toBe('de');
  });

  it.each([
    ['kr', '계속하려면 로그인하세요.'],
    ['ko-KR,en;q=0.5', '계속하려면 로그인하세요.'],
    ['zh-Hant-TW', '請先登入再繼續。'],
    ['zh-CN', '请先登录再继续。'],
    ['bm', 'Masuk untuk melanjutkan.'],
    ['fr, ja;q=0.8, de;q=0.9', 'Melden Sie sich an, um fortzufahren.'],
    ['de;q=0', 'Sign in to continue.'],
    ['xx', 'Sign in to continue.'],
    ['*', 'Sign in to continue.'],
    ['', 'Sign in to continue.'],
  ])('follow Accept-Language: %s', async (language, message) => {
    expect(await provider.send('GET', '/profile/userInfo', { language })).toMatchObject({ message });
  });

  it('with a session aren’t cached, public ones vary by language', async () => {
    const own = await provider.send('GET', '/dashboard/home', { token });
    expect(own.headers.get('cache-control')).toBe('no-store');
    const shared = await provider.send('GET', '/dashboard/home');
    expect(shared.headers.get('cache-control')).toContain('public');
    expect(shared.headers.get('vary')).toContain('Accept-Language');
    expect(shared.headers.get('vary')).toContain('Authorization');
    const nonce = await provider.send('GET', '/account/nonce', { query: { address: newWallet().address } });
    expect(nonce.headers.get('cache-control')).toBe('no-store');
  });
});

describe('the order of checks', () => {
  const vote = (init: RequestInit): Promise<Response> =>
    provider.raw(new Request('https://jufi.example/api/dashboard/vote', { method: 'POST', ...init }));
  const json = { 'content-type': 'application/json' };
  const code = async (response: Promise<Response>): Promise<unknown> => (await readAnswer(await response)).code;

  it('is path, method, content type, size, session, body, rules', async () => {
    const big = 'x'.repeat(17_000);
    expect(await code(provider.raw(new Request('https://jufi.example/api/dashboard/votes', { method: 'PUT', body: big })))).toBe(
      'NOT_FOUND',
    );
    expect(await code(vote({ method: 'PUT', body: big }))).toBe('METHOD_NOT_ALLOWED');
    expect(await code(vote({ body: big, headers: { 'content-type': 'text/plain' } }))).toBe('CONTENT_TYPE_UNSUPPORTED');
    expect(await code(vote({ body: big, headers: json }))).toBe('BODY_TOO_LARGE');
    expect(await code(vote({ body: '{', headers: json }))).toBe('UNAUTHENTICATED');
    expect(await code(vote({ body: '{', headers: { ...json, authorization: `Bearer ${token}` } }))).toBe('VALIDATION_FAILED');
    const body = JSON.stringify({ pollId: '01a1fd55-7a80-76a9-92d8-1a67dcc3e79b', optionId: '01a1fd55-7a80-76a9-92d8-1a67dcc3e79b' });
    expect(await code(vote({ body, headers: { ...json, authorization: `Bearer ${token}` } }))).toBe('POLL_UNKNOWN');
  });

  it('requires the idempotency key after the body, and before anything happens', async () => {
    const paying = Object.values(calls).filter(({ idempotent }) => idempotent);
    expect(paying.length).toBeGreaterThan(5);
    const body = { stakingId: '01a1fd55-7a80-76a9-92d8-1a67dcc3e79b' };
    const send = (given: unknown, key?: string) =>
      provider.send('POST', '/staking/withdrawCapital', {
        token,
        body: given,
        headers: key === undefined ? {} : { 'idempotency-key': key },
      });
    expect(await send({})).toMatchObject({ status: 400, detail: { fields: { stakingId: 'REQUIRED' } } });
    expect(await send(body)).toMatchObject({ status: 400, detail: { fields: { 'Idempotency-Key': 'REQUIRED' } } });
    expect(await send(body, 'no-uuid')).toMatchObject({ status: 400, detail: { fields: { 'Idempotency-Key': 'FORMAT' } } });
  });

  it('lists a path’s methods', async () => {
    expect((await provider.send('DELETE', '/account/nonce')).headers.get('allow')).toBe('GET, HEAD');
    expect((await provider.send('GET', '/dashboard/vote')).headers.get('allow')).toBe('POST');
  });
});

describe('sessions', () => {
  it.each([
    ['no token', undefined],
    ['an empty one', ''],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['a token too short', `Bearer ${'a'.repeat(42)}`],
    ['a token too long', `Bearer ${'a'.repeat(44)}`],
    ['a token nobody has', `Bearer ${'a'.repeat(43)}`],
    ['two tokens', `Bearer ${'a'.repeat(43)}, Bearer ${'b'.repeat(43)}`],
  ])('are refused with %s', async (_, authorization) => {
    const headers = authorization === undefined ? {} : { authorization };
    const answer = await provider.send('GET', '/profile/userInfo', { headers });
    expect(answer).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('are required by every call that isn’t public', async () => {
    for (const { method, path, auth } of Object.values(calls)) {
      const { status } = await provider.send(method, path, method === 'POST' ? { body: {} } : {});
      if (auth === 'session') expect(status, path).toBe(401);
      else expect(status, path).not.toBe(401);
    }
  });

  it('that have ended are reported even if a token is optional', async () => {
    expect(await provider.send('GET', '/dashboard/home', { token: 'a'.repeat(43) })).toMatchObject({ status: 401 });
    expect(await provider.send('GET', '/dashboard/announcementList', { token: 'a'.repeat(43) })).toMatchObject({ status: 200 });
  });
});

describe('input', () => {
  const post = (body: BodyInit, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    provider.raw(
      new Request('https://jufi.example/api/profile/referBy', {
        method: 'POST',
        body,
        headers: { ...headers, authorization: `Bearer ${token}` },
      }),
    );
  const fields = async (response: Promise<Response>): Promise<unknown> => {
    const answer = await readAnswer(await response);
    expect(answer).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    return answer.detail;
  };

  it.each<[string, BodyInit, Record<string, string>]>([
    ['no JSON', '{"referralCode":', { body: 'SYNTAX' }],
    ['two values', '{} {}', { body: 'SYNTAX' }],
    ['a list', '[]', { body: 'TYPE' }],
    ['null', 'null', { body: 'TYPE' }],
    ['a string', '"x"', { body: 'TYPE' }],
    ['a missing field', '{}', { referralCode: 'REQUIRED' }],
    ['nothing at all', '', { referralCode: 'REQUIRED' }],
    ['an unknown field', '{"referralCode":"A","more":1}', { more: 'UNKNOWN' }],
    ['a prototype', '{"referralCode":"A","__proto__":{"x":1}}', { ['__proto__']: 'UNKNOWN' }],
    ['a wrong type', '{"referralCode":5}', { referralCode: 'TYPE' }],
    ['a null', '{"referralCode":null}', { referralCode: 'TYPE' }],
    ['a field twice', '{"referralCode":"A","referralCode":"B"}', { body: 'DUPLICATE_KEY' }],
    ['a field twice, once escaped', '{"referralCode":"A","\\u0072eferralCode":"B"}', { body: 'DUPLICATE_KEY' }],
    ['U+0000', '{"referralCode":"A\\u0000B"}', { referralCode: 'TEXT' }],
    ['a lone surrogate', '{"referralCode":"\\ud800"}', { referralCode: 'TEXT' }],
    ['a thousand brackets', '['.repeat(1_000) + ']'.repeat(1_000), { body: 'DEPTH' }],
    ['brackets that never close', '['.repeat(1_000), { body: 'SYNTAX' }],
    ['bytes that are no UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), { body: 'ENCODING' }],
    ['a byte order mark', '\ufeff{"referralCode":"A"}', { body: 'SYNTAX' }],
    ['text too long', JSON.stringify({ referralCode: 'x'.repeat(65) }), { referralCode: 'TOO_BIG' }],
  ])('is refused with its reason: %s', async (_, body, reasons) => {
    expect(await fields(post(body))).toEqual({ fields: reasons });
  });

  it.each([
    ['application/json', 422],
    ['application/json; charset=utf-8', 422],
    ['Application/JSON;charset="UTF-8"', 422],
    ['application/json; charset=latin1', 415],
    ['application/json; charset=utf-16', 415],
    ['text/json', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
  ])('arrives as %s: %i', async (type, status) => {
    expect((await post('{"referralCode":"NOBODY22"}', { 'content-type': type })).status).toBe(status);
  });

  it('isn’t read if it is compressed, too long, or longer than declared', async () => {
    expect((await post('{}', { 'content-type': 'application/json', 'content-encoding': 'gzip' })).status).toBe(415);
    expect((await post(`{"referralCode":"${'x'.repeat(16_384)}"}`)).status).toBe(413);
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1_024).fill(0x20)),
    });
    const request = new Request('https://jufi.example/api/profile/referBy', {
      method: 'POST',
      body: stream,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      // Node requires this for streams; fetch's type doesn't have it yet.
      ...{ duplex: 'half' },
    });
    expect((await provider.raw(request)).status).toBe(413);
  });

  it.each<[string, Record<string, string>]>([
    ['page=0', { page: 'TOO_SMALL' }],
    ['page=1000001', { page: 'TOO_BIG' }],
    ['page=-1', { page: 'FORMAT' }],
    ['page=1.5', { page: 'FORMAT' }],
    ['page=1e3', { page: 'FORMAT' }],
    ['page=', { page: 'FORMAT' }],
    [`page=${'9'.repeat(400)}`, { page: 'FORMAT' }],
    ['size=101', { size: 'TOO_BIG' }],
    ['size=%D9%A1', { size: 'FORMAT' }],
    ['page=1&page=2', { page: 'DUPLICATE' }],
    ['page=%zz', { page: 'ENCODING' }],
    ['page=%ff', { page: 'ENCODING' }],
    ['page=%ed%a0%80', { page: 'ENCODING' }],
    ['slug=a%00b', { slug: 'TEXT' }],
    ['slug=../etc', { slug: 'FORMAT' }],
    ['category=OTHER', { category: 'VALUE' }],
  ])('in a query is refused with its reason: %s', async (search, reasons) => {
    const request = new Request(`https://jufi.example/api/dashboard/announcementList?${search}`);
    expect(await fields(provider.raw(request))).toEqual({ fields: reasons });
  });
});

describe('pages on other origins', () => {
  const preflight = (origin: string, path = '/profile/userInfo') =>
    provider.raw(
      new Request(`https://jufi.example/api${path}`, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'GET' } }),
    );

  it('may call if they are listed', async () => {
    const { status, headers } = await preflight('https://app.example');
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('access-control-allow-headers')?.split(', ').sort()).toEqual(
      ['Accept-Language', 'Authorization', 'Content-Type', 'Idempotency-Key', 'Platform', 'X-Api-Call', 'X-Api-Query'].sort(),
    );
    const answer = await provider.send('GET', '/profile/userInfo', { headers: { origin: 'https://app.example' } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(answer.headers.get('vary')).toContain('Origin');
  });

  it.each(['https://evil.example', 'https://app.example.evil.example', 'http://app.example', 'https://app.example:444', 'null', ''])(
    'may not if they aren’t: %s',
    async (origin) => {
      expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull();
      expect((await preflight(origin)).headers.get('access-control-allow-methods')).toBeNull();
    },
  );

  it('learn nothing about paths that don’t exist', async () => {
    expect((await preflight('https://app.example', '/nothing')).status).toBe(404);
  });
});

describe('router mode', () => {
  it('answers every call like its own address', async () => {
    for (const { method, path } of Object.values(calls)) {
      const options = {
        token,
        body: method === 'POST' ? {} : undefined,
        headers: { 'idempotency-key': '01a1fd55-7a80-46a9-92d8-1a67dcc3e79b' },
      };
      if (path === '/account/logout') continue;
      const direct = await provider.send(method, path, options);
      const routed = await provider.send('POST', '/router', {
        ...options,
        headers: { ...options.headers, 'x-api-call': `${method} ${path}` },
      });
      expect({ ...routed, headers: 0, requestId: 0, data: shape(routed.data) }, path).toEqual({
        ...direct,
        headers: 0,
        requestId: 0,
        data: shape(direct.data),
      });
    }
  });

  it('takes the query from its header', async () => {
    const headers = { 'x-api-call': 'GET /dashboard/announcementList', 'x-api-query': 'page=1&size=0' };
    expect(await provider.send('POST', '/router', { headers })).toMatchObject({ status: 400, detail: { fields: { size: 'TOO_SMALL' } } });
    const broken = { ...headers, 'x-api-query': 'page=%zz' };
    expect(await provider.send('POST', '/router', { headers: broken })).toMatchObject({
      status: 400,
      detail: { fields: { page: 'ENCODING' } },
    });
  });

  it('knows no other calls', async () => {
    for (const call of [
      '',
      'GET',
      'GET /nothing',
      'GET  /profile/userInfo',
      'GET /../api/profile/userInfo',
      'POST /router',
      'GET /health',
    ]) {
      expect(await provider.send('POST', '/router', { headers: { 'x-api-call': call } }), call).toMatchObject({ status: 404 });
    }
    expect(await provider.send('POST', '/router', { headers: { 'x-api-call': 'DELETE /profile/userInfo' } })).toMatchObject({
      status: 405,
    });
    expect(await provider.send('GET', '/router')).toMatchObject({ status: 405 });
  });
});

describe('limits', () => {
  it('don’t limit below 1,200 calls a minute, and count each client separately', { tags: 'full' }, async () => {
    const limited = await startProvider();
    const list = (clientAddress: string): Promise<{ status: number; headers: Headers }> =>
      limited.send('GET', '/wallet/overview', { clientAddress });
    for (let count = 0; count < 1_200; count += 1) expect((await list('203.0.113.9')).status).toBe(401);
    const refused = await list('203.0.113.9');
    expect(refused).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await list('::ffff:203.0.113.9')).status).toBe(429);
    expect((await list('203.0.113.10')).status).toBe(401);
    limited.time.advance(60_000);
    expect((await list('203.0.113.9')).status).toBe(401);
  });

  it('count an IPv6 subscriber as one client', async () => {
    const limited = await startProvider({ limits: { callsPerClient: 2 } });
    const status = async (clientAddress: string): Promise<number> =>
      (await limited.send('GET', '/wallet/overview', { clientAddress })).status;
    expect(await status('2001:db8:1:2::1')).toBe(401);
    expect(await status('2001:db8:1:2:ffff::9')).toBe(401);
    expect(await status('2001:0db8:0001:0002::3')).toBe(429);
    expect(await status('2001:db8:1:3::1')).toBe(401);
  });

  it('refuse a client’s sign-ins above 200 a minute, across processes', { tags: 'full' }, async () => {
    const first = await startProvider();
    const second = await openProvider({ databaseUrl: first.databaseUrl });
    const requestNonce = (provider: Pick<typeof first, 'send'>, address: string) =>
      provider.send('GET', '/account/nonce', { query: { address: newWallet().address }, clientAddress: address });
    for (let count = 0; count < 200; count += 1)
      expect((await requestNonce(count % 2 === 0 ? first : second, '203.0.113.11')).status).toBe(200);
    expect((await requestNonce(first, '203.0.113.11')).status).toBe(429);
    expect((await requestNonce(second, '203.0.113.11')).status).toBe(429);
    expect((await requestNonce(second, '203.0.113.12')).status).toBe(200);
    first.time.advance(60_000);
    expect((await requestNonce(first, '203.0.113.11')).status).toBe(200);
    await second.stop();
  });

  it('slow down an address by a second at most, and never refuse it', { tags: 'full' }, async () => {
    const pauses: number[] = [];
    const slow = await startProvider({ pause: (ms) => Promise.resolve(void pauses.push(ms)) });
    const { address } = newWallet();
    for (let count = 0; count < 100; count += 1) {
      const { status } = await slow.send('GET', '/account/nonce', { query: { address }, clientAddress: `198.51.100.${count}` });
      expect(status).toBe(200);
    }
    expect(pauses.length).toBe(80);
    expect(Math.max(...pauses)).toBe(1_000);
  });
});

describe('health', () => {
  it('is separate from readiness, and both from the status of dependencies', async () => {
    for (const path of ['/health', '/live']) {
      expect(await provider.send('GET', path)).toMatchObject({ status: 200, data: { status: 'UP' } });
    }
    expect(await provider.send('GET', '/ready')).toMatchObject({ status: 200, data: { database: 'UP' } });
    expect(await provider.send('GET', '/status')).toMatchObject({ status: 200, data: { database: 'UP', chain: 'UP', nodes: ['UP'] } });
    const chainless = await startProvider({ chainRpcUrl: 'http://127.0.0.1:1' });
    expect(await chainless.send('GET', '/ready')).toMatchObject({ status: 200, data: { database: 'UP' } });
    expect(await chainless.send('GET', '/status')).toMatchObject({ status: 200, data: { database: 'UP', chain: 'DOWN', nodes: ['DOWN'] } });
    expect((await chainless.send('GET', '/health')).status).toBe(200);
  });
});

it('shows its document and its reference page', async () => {
  const document = (await (await provider.raw(composeRequest('GET', '/openapi.json', {}))).json()) as { openapi: string; servers: unknown };
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://jufi.example/api' }] });
  const page = await provider.raw(composeRequest('GET', '/docs', {}));
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect((await provider.send('POST', '/docs')).status).toBe(405);
});

it('nothing exists outside of /api', async () => {
  expect(await readAnswer(await provider.raw(new Request('https://jufi.example/profile/userInfo')))).toMatchObject({
    status: 404,
    code: 'NOT_FOUND',
  });
  expect((await provider.raw(composeRequest('GET', '/profile/userInfo/', {}))).status).toBe(404);
  expect((await provider.raw(composeRequest('GET', '/PROFILE/userInfo', {}))).status).toBe(404);
});

/** A response's structure: nonces and times differ between calls. */
function shape(data: unknown): unknown {
  return typeof data === 'object' && data !== null ? Object.keys(data).sort() : data;
}

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AnswerError, ApiError, NetworkError } from '../../../src/lib/api/api-error.ts';
import { type Bearer, type Client, type ClientOptions, createClient } from '../../../src/lib/api/client.ts';
import { announcementList, vote } from '../../../src/lib/api/contract/dashboard.ts';
import { logout } from '../../../src/lib/api/contract/logout.ts';
import { claimInfo, editUserProfile, userInfo } from '../../../src/lib/api/contract/profile.ts';
import { stakingInfo, stakingPurchase } from '../../../src/lib/api/contract/staking.ts';
import { json, startTestServer, type TestServer } from './test-server.ts';

const ID = '019a8d2f-7b1c-7def-8abc-0123456789ab';
const EMPTY_LIST = { announcementList: [], totalPages: 0, totalElements: 0 };

let server: TestServer;
let session: Bearer | null;
const onSessionEnded = vi.fn<(tokenSent: string) => void>();

beforeEach(async () => {
  server = await startTestServer();
  session = { token: 'secret', origin: server.origin };
  onSessionEnded.mockClear();
});

afterEach(() => server.close());

function connect(options: Partial<ClientOptions> = {}): Client {
  return createClient({ baseUrl: `${server.origin}/api`, language: () => 'de', bearer: () => session, onSessionEnded, ...options });
}

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => {
      throw new Error('the call did not fail');
    },
    (error: unknown) => error,
  );
}

async function refusalOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await failureOf(call);
  if (!(error instanceof ApiError)) throw new Error('the call was not refused', { cause: error });
  return error;
}

describe('a request', () => {
  it('can outlive its page', async () => {
    const kept: (boolean | undefined)[] = [];
    const client = connect({
      fetch: (_address, init) => {
        kept.push(init?.keepalive);
        return Promise.resolve(Response.json({ code: 0, message: 'OK', data: {} }));
      },
    });
    await client.call(logout, {}, { outlivesPage: true });
    await client.call(logout, {});
    expect(kept).toEqual([true, false]);
  });

  it('has all required headers', async () => {
    server.answerWith(json(200, { code: 0, message: 'OK', data: EMPTY_LIST }));
    await connect().call(announcementList, {});
    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toMatchObject({
      method: 'GET',
      url: '/api/dashboard/announcementList',
      headers: { 'content-type': 'application/json', platform: 'WEB', 'accept-language': 'de', authorization: 'Bearer secret' },
      body: '',
    });
    expect(server.received[0]?.headers).not.toHaveProperty('cookie');
    expect(server.received[0]?.headers).not.toHaveProperty('idempotency-key');
  });

  it.each([
    ['kr', 'kr'],
    ['bm', 'id'],
    [null, 'en'],
    ['', 'en'],
    ['xx', 'en'],
    ['en-US', 'en'],
  ])('asks for language %j as %s', async (code, header) => {
    server.answerWith(json(200, { code: 0, message: 'OK', data: EMPTY_LIST }));
    await connect({ language: () => code }).call(announcementList, {});
    expect(server.received[0]?.headers['accept-language']).toBe(header);
  });

  it('drops null and undefined query parameters and keeps the others', async () => {
    server.answerWith(json(200, { code: 0, message: 'OK', data: EMPTY_LIST }));
    await connect().call(announcementList, { page: 2, size: null, category: undefined, slug: 'a-b' });
    expect(server.received[0]?.url).toBe('/api/dashboard/announcementList?page=2&slug=a-b');
  });

  it('puts a POST’s input into the body, or into the query if it has one', async () => {
    server.answerWith(json(200, { code: 0, message: 'OK', data: { available: true } }));
    await connect().call(editUserProfile, { username: 'Jürgen & Söhne+1', check: true });
    expect(server.received[0]).toMatchObject({
      method: 'POST',
      url: '/api/profile/editUserProfile?username=J%C3%BCrgen%20%26%20S%C3%B6hne%2B1&check=true',
      body: '{}',
    });
    await failureOf(connect().call(vote, { pollId: ID, optionId: ID }));
    expect(server.received[1]).toMatchObject({
      method: 'POST',
      url: '/api/dashboard/vote',
      body: JSON.stringify({ pollId: ID, optionId: ID }),
    });
  });

  it('carries the intent’s key', async () => {
    await failureOf(connect().call(stakingPurchase, { amount: '1', periodId: ID }, { idempotencyKey: ID }));
    expect(server.received[0]?.headers['idempotency-key']).toBe(ID);
  });

  it('is made once, whatever the response', async () => {
    for (const status of [408, 409, 429, 500, 502, 503, 504]) {
      server.answerWith(json(status, { code: 'INTERNAL_ERROR', message: '', requestId: 'r' }));
      await failureOf(connect().call(claimInfo, {}));
    }
    expect(server.received).toHaveLength(7);
  });
});

describe('the bearer', () => {
  it('isn’t sent without a session', async () => {
    session = null;
    await failureOf(connect().call(userInfo, {}));
    expect(server.received[0]?.headers).not.toHaveProperty('authorization');
  });

  it('goes only to the origin that issued it', async () => {
    session = { token: 'secret', origin: 'https://elsewhere.example' };
    await failureOf(connect().call(userInfo, {}));
    await failureOf(connect({ router: `${server.origin}/api/router` }).call(userInfo, {}));
    session = { token: 'secret', origin: server.origin };
    const other = await startTestServer();
    await failureOf(connect({ router: `${other.origin}/router` }).call(userInfo, {}));
    expect([...server.received, ...other.received].map(({ headers }) => headers.authorization)).toEqual([undefined, undefined, undefined]);
    await other.close();
  });

  it('doesn’t follow redirects', async () => {
    const other = await startTestServer();
    server.answerWith((response) => response.writeHead(307, { location: `${other.origin}/api/profile/userInfo` }).end());
    expect(await failureOf(connect().call(userInfo, {}))).toMatchObject({ code: 'UNREACHABLE' });
    expect(other.received).toEqual([]);
    await other.close();
  });

  it('may be one that isn’t stored yet', async () => {
    server.answerWith(json(401, { code: 'UNAUTHENTICATED', message: '', requestId: 'r' }));
    await failureOf(connect().call(userInfo, {}, { bearer: { token: 'from-a-link', origin: server.origin } }));
    expect(server.received[0]?.headers.authorization).toBe('Bearer from-a-link');
    expect(onSessionEnded).not.toHaveBeenCalled();
  });
});

describe('a session the provider ended', () => {
  it.each([401, 403])('is reported on %s, and the caller still gets the refusal', async (status) => {
    server.answerWith(json(status, { code: 'UNAUTHENTICATED', message: 'Bitte anmelden', requestId: 'r' }));
    expect(await refusalOf(connect().call(userInfo, {}))).toMatchObject({ status, message: 'Bitte anmelden' });
    expect(onSessionEnded.mock.calls).toEqual([['secret']]);
  });

  it('is reported even if the response isn’t JSON', async () => {
    server.answerWith((response) => response.writeHead(401, { 'content-type': 'text/html' }).end('<h1>401</h1>'));
    await refusalOf(connect().call(userInfo, {}));
    expect(onSessionEnded).toHaveBeenCalledOnce();
  });

  it('isn’t reported if another session has been stored meanwhile', async () => {
    server.answerWith((response) => {
      session = { token: 'newer', origin: server.origin };
      json(401, { code: 'UNAUTHENTICATED', message: '', requestId: 'r' })(response);
    });
    await refusalOf(connect().call(userInfo, {}));
    expect(onSessionEnded).not.toHaveBeenCalled();
  });

  it('isn’t reported if the request had no token or was refused for another reason', async () => {
    session = null;
    server.answerWith(json(401, { code: 'UNAUTHENTICATED', message: '', requestId: 'r' }));
    await refusalOf(connect().call(userInfo, {}));
    session = { token: 'secret', origin: server.origin };
    server.answerWith(json(422, { code: 'POLL_CLOSED', message: '', requestId: 'r' }));
    await refusalOf(connect().call(userInfo, {}));
    expect(onSessionEnded).not.toHaveBeenCalled();
  });
});

describe('a response', () => {
  it('contains only the data the contract knows', async () => {
    server.answerWith(json(200, { code: 0, message: 'OK', data: { ...EMPTY_LIST, more: 1 }, extra: true }));
    expect(await connect().call(announcementList, {})).toEqual(EMPTY_LIST);
  });

  it('that refuses is passed on completely', async () => {
    const body = { code: 'VALIDATION_FAILED', message: 'Ungültig', detail: { fields: { pollId: 'FORMAT' } }, requestId: 'r-1', more: 1 };
    server.answerWith(json(400, body));
    const error = await refusalOf(connect().call(vote, { pollId: 'x', optionId: ID }));
    expect(error).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'Ungültig',
      detail: body.detail,
      requestId: 'r-1',
      status: 400,
      body,
    });
  });

  it.each([
    ['30', 30],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
    ['-1', undefined],
  ])('that asks to wait says how long: Retry-After %s', async (header, retryAfterSeconds) => {
    server.answerWith(json(429, { code: 'TOO_MANY_REQUESTS', message: '', requestId: 'r' }, { 'retry-after': header }));
    expect((await refusalOf(connect().call(userInfo, {}))).retryAfterSeconds).toBe(retryAfterSeconds);
  });

  it.each([
    ['<h1>Bad Gateway</h1>', '<h1>Bad Gateway</h1>'],
    ['', ''],
    ['{"code":"SOMETHING_NEW","message":1,"detail":[]}', { code: 'SOMETHING_NEW', message: 1, detail: [] }],
    ['[]', []],
    ['null', null],
  ])('from a proxy is a refusal without a code: %s', async (text, body) => {
    server.answerWith((response) => response.writeHead(502).end(text));
    const error = await refusalOf(connect().call(userInfo, {}));
    expect(error).toMatchObject({ code: 'UNKNOWN_ERROR', status: 502, message: '' });
    expect(error.body).toEqual(body);
  });

  it('to a call the provider lacks is recognisable', async () => {
    server.answerWith(json(404, { code: 'NOT_FOUND', message: '', requestId: 'r' }));
    expect((await refusalOf(connect().call(logout, {}))).status).toBe(404);
  });

  it.each([
    ['no JSON', 'OK'],
    ['cut short', '{"code":0,"message":"OK","data":{"announcementList":[]'],
    ['nothing', ''],
    ['a list', '[]'],
    ['no code', JSON.stringify({ data: EMPTY_LIST })],
    ['another code', JSON.stringify({ code: 'POLL_CLOSED', data: EMPTY_LIST })],
    ['no data', JSON.stringify({ code: 0, message: 'OK' })],
    ['a missing field', JSON.stringify({ code: 0, message: 'OK', data: { announcementList: [], totalPages: 0 } })],
    ['a wrong type', JSON.stringify({ code: 0, message: 'OK', data: { ...EMPTY_LIST, totalPages: '0' } })],
    ['a negative count', JSON.stringify({ code: 0, message: 'OK', data: { ...EMPTY_LIST, totalPages: -1 } })],
  ])('with %s is never passed on', async (_what, text) => {
    server.answerWith((response) => response.writeHead(200, { 'content-type': 'application/json' }).end(text));
    const error = await failureOf(connect().call(announcementList, {}));
    expect(error).toBeInstanceOf(AnswerError);
    expect(error).toMatchObject({ code: 'ANSWER_INVALID', status: 200 });
  });

  it('with an amount as a number is never passed on', async () => {
    server.answerWith(json(200, { code: 0, message: 'OK', data: { privilege: { claimable: false, juf: 0, score: 0, nextAt: null } } }));
    expect(await failureOf(connect().call(claimInfo, {}))).toBeInstanceOf(AnswerError);
  });
});

describe('a missing response', () => {
  it('is a network error with its cause', async () => {
    const { origin } = server;
    await server.close();
    const error = await failureOf(connect({ baseUrl: `${origin}/api` }).call(userInfo, {}));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ code: 'UNREACHABLE', cause: expect.any(Error) as unknown });
  });

  it('is a timeout if it takes too long', async () => {
    server.answerWith(() => undefined);
    expect(await failureOf(connect({ timeoutMs: 30 }).call(userInfo, {}))).toMatchObject({ name: 'NetworkError', code: 'TIMEOUT' });
  });

  it('includes the body in the timeout', async () => {
    server.answerWith((response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{"code":0,'));
    expect(await failureOf(connect({ timeoutMs: 30 }).call(userInfo, {}))).toMatchObject({ code: 'TIMEOUT' });
  });

  it('is a network error if the connection breaks in the body', async () => {
    server.answerWith((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"code":0,', () => response.destroy());
    });
    expect(await failureOf(connect().call(userInfo, {}))).toMatchObject({ code: 'UNREACHABLE' });
  });

  it('carries the reason if the caller aborted', async () => {
    const giveUp = new AbortController();
    server.answerWith(() => giveUp.abort('left the page'));
    expect(await failureOf(connect().call(userInfo, {}, { signal: giveUp.signal }))).toMatchObject({
      code: 'ABORTED',
      cause: 'left the page',
    });
    expect(await failureOf(connect().call(userInfo, {}, { signal: giveUp.signal }))).toMatchObject({ code: 'ABORTED' });
    expect(server.received).toHaveLength(1);
  });
});

describe('router mode', () => {
  it('posts every call to one address and names it in a header', async () => {
    server.answerWith(json(422, { code: 'POLL_CLOSED', message: '', requestId: 'r' }));
    const client = connect({ router: `${server.origin}/router/` });
    await failureOf(client.call(stakingInfo, {}));
    await failureOf(client.call(announcementList, { page: 3, slug: null }));
    await failureOf(client.call(editUserProfile, { username: 'Jü +1' }));
    await failureOf(client.call(stakingPurchase, { amount: '1', periodId: ID }, { idempotencyKey: ID }));
    expect(
      server.received.map(({ method, url, body, headers }) => [method, url, headers['x-api-call'], headers['x-api-query'], body]),
    ).toEqual([
      ['POST', '/router/', 'GET /staking/info', undefined, ''],
      ['POST', '/router/', 'GET /dashboard/announcementList', 'page=3', ''],
      ['POST', '/router/', 'POST /profile/editUserProfile', 'username=J%C3%BC%20%2B1', '{}'],
      ['POST', '/router/', 'POST /staking/stakingPurchase', undefined, JSON.stringify({ amount: '1', periodId: ID })],
    ]);
    expect(
      server.received.every(({ headers }) => headers.authorization === 'Bearer secret' && headers['content-type'] === 'application/json'),
    ).toBe(true);
    expect(server.received[3]?.headers['idempotency-key']).toBe(ID);
  });
});

import { createLogger } from '../../provider/logging/create-logger.ts';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { defaultSocketSettings } from '../../provider/http/socket-limits.ts';
import { precompress } from '../../server/build-site.ts';
import { type Site, startSite } from '../../server/site.ts';
import { PATIENCE } from '../support/patience.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { sendRaw } from '../support/running-jufi.ts';

const FIXTURE = fileURLToPath(new URL('./fixtures/site/', import.meta.url));
const folder = temporaryFolder('site');
const logged: string[] = [];
let site: Site;
let url: string;
let now = new Date('2026-01-01T00:00:00Z');

beforeAll(async () => {
  cpSync(FIXTURE, folder, { recursive: true });
  writeFileSync(join(folder, 'client/_astro/large.Bq1fZ0.js'), 'export const a = 1;\n'.repeat(100));
  await precompress(join(folder, 'client'), false);
  mkdirSync(join(folder, 'earlier/_astro'), { recursive: true });
  for (const [name, text] of [
    ['_astro/old.A1b2C3.js', 'old'],
    ['_astro/app.Dx81aQ.js', 'other'],
    ['gone.html', 'gone'],
  ] as const)
    writeFileSync(join(folder, 'earlier', name), text);
  site = await startSite({
    host: '127.0.0.1',
    port: 0,
    siteUrl: 'https://jufi.example',
    clientFolder: join(folder, 'client'),
    earlierClientFolders: [join(folder, 'earlier')],
    serverEntry: join(folder, 'server', 'entry.mjs'),
    provider: { fetch: answerAsProvider },
    trustedProxies: 1,
    ...defaultSocketSettings,
    log: createLogger({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
    clock: () => now,
  });
  url = `http://127.0.0.1:${site.port}`;
});

afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function answerAsProvider(request: Request, client: { address: string }): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/api/health') return new Response('ok');
  return Response.json({ url: request.url, method: request.method, address: client.address, body: await request.text() });
}

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}${path}`, { headers, redirect: 'manual' });

describe('built files', () => {
  test('a page is revalidated each time and answered with 304 while unchanged', async () => {
    const first = await get('/home');
    expect(first.status).toBe(200);
    expect(first.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const etag = first.headers.get('etag') ?? '';
    const again = await get('/home', { 'if-none-match': `W/${etag}, "other"` });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await get('/home', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('the previous build’s hashed files are still served, and nothing else of it', async () => {
    const old = await get('/_astro/old.A1b2C3.js');
    expect([old.status, old.headers.get('cache-control'), await old.text()]).toEqual([200, 'max-age=31536000, immutable', 'old']);
    expect(await (await get('/_astro/app.Dx81aQ.js')).text()).not.toBe('other');
    expect((await get('/gone')).status).toBe(404);
  });

  test('a page is compressed for clients that accept it, each encoding with its own tag', async () => {
    const tags = new Set<string | null>();
    for (const encoding of ['br', 'gzip', 'identity', 'br;q=0, gzip']) {
      const answer = await get('/home', { 'accept-encoding': encoding });
      expect(answer.headers.get('vary')).toBe('Accept-Encoding');
      expect(await answer.text()).toContain('member page');
      tags.add(answer.headers.get('etag'));
    }
    expect(tags.size).toBe(3);
    const plain = Number((await rawHead('/home', 'identity'))['content-length']);
    const packed = Number((await rawHead('/home', 'gzip, br'))['content-length']);
    expect(packed).toBeLessThan(plain / 2);
  });

  test('the compressed form decompresses to the page', async () => {
    const body = await rawBody('/home', { 'accept-encoding': 'br' });
    expect(brotliDecompressSync(body).toString()).toContain('<title>Home</title>');
  });

  test('hashed files are immutable, others aren’t', async () => {
    expect((await get('/_astro/app.Dx81aQ.js')).headers.get('cache-control')).toBe('max-age=31536000, immutable');
    expect((await get('/locales/en/common.json')).headers.get('cache-control')).toMatch(/^public, max-age=300/);
  });

  test('immutable compressed files have no validators', async () => {
    for (const [path, encoding, hasTag] of [
      ['/_astro/large.Bq1fZ0.js', 'br', false],
      ['/_astro/large.Bq1fZ0.js', 'identity', true],
      ['/home', 'br', true],
    ] as const)
      expect([path, encoding, (await get(path, { 'accept-encoding': encoding })).headers.has('etag')]).toEqual([path, encoding, hasTag]);
  });

  test('pages in folders, locales and the root of a locale are found', async () => {
    for (const path of ['/folder', '/zh']) expect([path, (await get(path)).status]).toEqual([path, 200]);
  });

  test('a trailing slash redirects to the page’s only address, with its query', async () => {
    const answer = await get('/home/?referralCode=abc');
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/home?referralCode=abc']);
  });

  test.each(['//evil.example/', '//evil.example/%2e%2e/', '/%5Cevil.example/', '///', '/\\evil.example/'])(
    '%s sends nobody to another site',
    async (path) => {
      const answer = await sendRaw(url, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(answer).not.toMatch(/^location: (\/\/|\/\\|\w+:)/im);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    },
  );

  test('HEAD answers like GET, without the body', async () => {
    const [head, full] = [await rawHead('/home', 'identity'), await get('/home', { 'accept-encoding': 'identity' })];
    expect(head['content-length']).toBe(String((await full.arrayBuffer()).byteLength));
    expect(head['etag']).toBe(full.headers.get('etag'));
  });

  test.each([
    ['bytes=0-4', 206, '<!doc'],
    ['bytes=2-', 206, undefined],
    ['bytes=99999999-', 416, ''],
    ['bytes=5-2', 200, undefined],
    ['bytes=-5', 200, undefined],
    ['bytes=0-1,3-4', 200, undefined],
    ['lines=1', 200, undefined],
  ])('a range of %s is answered %i', async (range, status, body) => {
    const answer = await get('/home', { range, 'accept-encoding': 'identity' });
    expect(answer.status).toBe(status);
    if (body !== undefined) expect(await answer.text()).toBe(body);
  });

  test('a missing page gets the not-found page in its language', async () => {
    const [english, chinese] = await Promise.all([get('/missing'), get('/zh/missing')]);
    expect([english.status, await english.text()]).toEqual([404, expect.stringContaining('Not found')]);
    expect([chinese.status, await chinese.text()]).toEqual([404, expect.stringContaining('找不到')]);
    expect((await get('/404')).status).toBe(404);
    expect((await get('/.secret')).status).toBe(404);
  });

  test('other methods are refused', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      const answer = await fetch(`${url}/home`, { method });
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD']);
    }
    // `fetch` sends no TRACE.
    const traced = await sendRaw(url, 'TRACE /home HTTP/1.1\r\nHost: a\r\nX-Secret: s3cret\r\nConnection: close\r\n\r\n');
    expect(traced).toMatch(/^HTTP\/1\.1 405 /);
    expect(traced).not.toContain('s3cret');
  });
});

describe('headers of every response', () => {
  test.each(['/home', '/missing', '/home/', '/', '/api/x', '/broken', '/zh', '/%zz'])(
    '%s cannot be framed or sniffed, nor reached by a page that leads here',
    async (path) => {
      const { headers } = await get(path);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
      expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/);
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('referrer-policy')).toBe('same-origin');
    },
  );
});

describe('where the request came from', () => {
  const navigation = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-user': '?1' };
  const told = ({ headers }: Response): (string | null)[] => ['server-timing', 'cache-control'].map((name) => headers.get(name));

  test('is told to the page, in an answer that no shared cache keeps for others', async () => {
    for (const site of ['none', 'same-origin', 'same-site', 'cross-site'])
      for (const [path, cacheControl] of [
        ['/home', 'private, no-cache'],
        ['/', 'private, max-age=0'],
        ['/missing', 'private, no-cache'],
        ['/?token=abc', 'no-store'],
      ] as const)
        expect(told(await get(path, { ...navigation, 'sec-fetch-site': site }))).toEqual([`arrival;desc=${site}`, cacheControl]);
  });

  test('is said to be unknown where it is, and shared caches give that to nobody of whom more is known', async () => {
    const answer = await get('/');
    expect(told(answer)).toEqual(['arrival;desc=unknown', 'public, max-age=0, s-maxage=10, stale-while-revalidate=50']);
    expect(answer.headers.get('vary')).toMatch(/\bSec-Fetch-Site\b/);
  });

  test('comes with a revalidation too, in place of what the browser kept of an earlier request', async () => {
    const typed = await get('/zh', { ...navigation, 'sec-fetch-site': 'none' });
    const etag = typed.headers.get('etag') ?? '';
    for (const site of ['same-origin', 'unheard-of']) {
      const again = await get('/zh', { ...navigation, 'sec-fetch-site': site, 'if-none-match': etag });
      expect([again.status, again.headers.get('server-timing')]).toEqual([
        304,
        `arrival;desc=${site === 'same-origin' ? 'same-origin' : 'unknown'}`,
      ]);
    }
  });

  test('isn’t told to anything but pages', async () => {
    for (const path of ['/_astro/app.Dx81aQ.js', '/api/x', '/home/']) {
      const { headers } = await get(path, { ...navigation, 'sec-fetch-site': 'none' });
      expect([path, headers.get('server-timing')]).toEqual([path, null]);
    }
  });
});

test('subresources don’t carry headers meant for pages', async () => {
  const { status, headers } = await get('/_astro/app.Dx81aQ.js');
  expect(status).toBe(200);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(
    ['content-security-policy', 'x-frame-options', 'permissions-policy', 'referrer-policy', 'connection', 'keep-alive'].filter((name) =>
      headers.has(name),
    ),
  ).toEqual([]);
});

describe('a login token in the address', () => {
  test.each([
    '/home?token=s3cret',
    '/home/?token=s3cret',
    '/?token=s3cret',
    '/missing?a=1&token=s3cret',
    '/home?%74oken=s3cret',
    '/broken?token=s3cret',
    '/moved?token=s3cret',
    '/%zz?token=s3cret',
  ])('%s is neither cached nor sent as a referrer', async (path) => {
    const { headers } = await get(path);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('etag')).toBeNull();
  });

  test('is never logged, and reaches no page', async () => {
    await get('/broken?token=s3cret');
    expect(await (await get('/?token=s3cret')).text()).toContain('[]');
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.join('')).not.toContain('s3cret');
    expect(logged.join('')).not.toContain('referralCode');
  });
});

describe('pages rendered on demand', () => {
  test('one rendering serves all clients while fresh, the old one while the next is made, and headers tell CDNs so', async () => {
    const numbers: (string | undefined)[] = [];
    const request = async (): Promise<Response> => {
      const answer = await get('/');
      numbers.push(/<p>(\d+)/.exec(await answer.clone().text())?.[1]);
      return answer;
    };
    now = new Date('2026-01-02T00:00:00Z');
    const first = await request();
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=10, stale-while-revalidate=50');
    now = new Date('2026-01-02T00:00:09Z');
    await request();
    now = new Date('2026-01-02T00:00:20Z');
    await request();
    await expect.poll(async () => /<p>(\d+)/.exec(await (await get('/')).text())?.[1], PATIENCE).toBe(String(Number(numbers[0]) + 1));
    now = new Date('2026-01-02T01:00:00Z');
    await request();
    const start = Number(numbers[0]);
    expect(numbers.map(Number)).toEqual([start, start, start, start + 2]);
  });

  test('a page is rendered once, however many request it at once', async () => {
    now = new Date('2026-01-03T00:00:00Z');
    const bodies = await Promise.all(Array.from({ length: 20 }, async () => (await get('/')).text()));
    expect(new Set(bodies).size).toBe(1);
  });

  test('they see the configured host and the provider, not what the client sent', async () => {
    now = new Date('2026-01-04T00:00:00Z');
    const answer = await sendRaw(url, 'GET /?x=1&page=2 HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
    expect(answer).toContain('jufi.example 200 []');
    expect(answer).not.toContain('evil.example');
  });

  test('a response with a cookie isn’t cached', async () => {
    const [first, second] = [await (await get('/private')).text(), await (await get('/private')).text()];
    expect(first).not.toBe(second);
  });

  test('redirects are passed on', async () => {
    const answer = await get('/moved');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/home']);
  });

  test('a failing page shows the error page', async () => {
    const answer = await get('/broken');
    expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining('<title>Error</title>')]);
  });
});

describe('the provider', () => {
  test('gets method, body and query, under the configured host', async () => {
    const answer = await fetch(`${url}/api/a/b?x=%20y`, { method: 'POST', body: 'hello' });
    expect(await answer.json()).toMatchObject({ url: 'http://jufi.example/api/a/b?x=%20y', method: 'POST', body: 'hello' });
  });

  test.each([
    ['9.9.9.9', '9.9.9.9'],
    ['1.1.1.1, 9.9.9.9', '9.9.9.9'],
    ['not an address', '127.0.0.1'],
    ['', '127.0.0.1'],
  ])('sees the client that our one proxy saw: %s', async (forwarded, address) => {
    expect(await (await get('/api/x', { 'x-forwarded-for': forwarded })).json()).toMatchObject({ address });
  });
});

describe('hostile requests', () => {
  test.each([
    '/../../../../etc/passwd',
    '/..%2f..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/_astro/..%5c..%5cserver/entry.mjs',
    '/home%00.html',
    '/%',
    '/%zz',
    '/%c0%af',
    '/%ff%fe',
    '*',
    'http://evil.example/home',
    'http://',
    '/\u0001',
    `/${'a'.repeat(9_000)}`,
    `/?${'a=b&'.repeat(3_000)}`,
    '/api/%00',
    '/api/%zz',
    '/api/..%2f..%2fhome',
    '/constructor',
    '/__proto__',
  ])('GET %s never fails the server', async (target) => {
    const answer = await sendRaw(url, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 [234]\d\d /);
    expect(answer).not.toContain('root:');
    expect((await get('/home')).status).toBe(200);
  });

  test.each([
    ['no host', 'GET /api/x HTTP/1.0\r\n\r\n'],
    ['a nonsense host', 'GET /api/x HTTP/1.1\r\nHost: a b{}\r\nConnection: close\r\n\r\n'],
    ['a strange method', 'TRACE /api/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['garbage', '\u0000\u0001\u0002 nothing\r\n\r\n'],
    ['a huge header', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`],
  ])('%s never fails the server', async (_, bytes) => {
    expect(await sendRaw(url, bytes)).toMatch(/^HTTP\/1\.1 [1234]\d\d /);
    expect((await get('/home')).status).toBe(200);
  });
});

async function rawHead(path: string, encoding: string): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    httpRequest(`${url}${path}`, { method: 'HEAD', headers: { 'accept-encoding': encoding } }, (response) => {
      response.resume();
      resolve(response.headers);
    })
      .once('error', reject)
      .end();
  });
}

async function rawBody(path: string, headers: Record<string, string>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    httpRequest(`${url}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => resolve(Buffer.concat(chunks)));
    })
      .once('error', reject)
      .end();
  });
}

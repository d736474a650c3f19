import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';

import type { Content } from '../../../server/site/content.ts';
import { createPageCache, type GetPage } from '../../../server/site/page-cache.ts';

/** Compression takes time on a busy machine. */
const PATIENTLY = { timeout: 20_000 };
const SENTENCES = Array.from(
  { length: 400 },
  (_, number) => `<p>Sentence ${number} of ${(number * 7919) % 1009}, which is ${number ** 3}.</p>`,
);

let nowMs: number;
let body: string;
let rendered: number;
/** Awaited by the cache before it renders an old page again. */
let rest: Promise<void>;
/** Awaited by the next renderings. */
let rendering: Promise<void>;
/** Awaited by a reader of a new page before they are shown the old one. */
let patience: Promise<void>;
/** The result of the next renderings. */
let status: number;
let headers: Record<string, string>;
let getPage: GetPage;

beforeEach(() => {
  nowMs = 0;
  body = SENTENCES.join('\n');
  rendered = 0;
  status = 200;
  headers = {};
  rest = Promise.resolve();
  rendering = Promise.resolve();
  patience = new Promise(() => undefined);
  getPage = createPageCache({
    render: async () => {
      rendered += 1;
      await rendering;
      return { status, headers: new Headers({ 'content-type': 'text/html', ...headers }), body: Buffer.from(body) };
    },
    clock: () => new Date(nowMs),
    rest: () => rest,
    patience: () => patience,
    markOld: (html, target, at) => `${target} as of ${at.getTime()}: ${html}`,
    onError: (error) => {
      throw error;
    },
  });
});

async function contentAt(ms: number, target = '/'): Promise<Content> {
  nowMs = ms;
  const answer = await getPage(target, '203.0.113.7');
  if (answer === undefined) throw new Error('There is no page.');
  return answer.content;
}

/** Whether a request now causes no rendering. */
async function isFreshAt(ms: number): Promise<boolean> {
  const before = rendered;
  await contentAt(ms);
  return rendered === before;
}

/** The page of that moment, marked as old and compressed as served. */
function expectOld(content: Content, renderedAtMs: number, text: string, target = '/'): void {
  const marked = `${target} as of ${renderedAtMs}: ${text}`;
  expect(content.plain.toString()).toBe(marked);
  expect(brotliDecompressSync(content.br ?? '').toString()).toBe(marked);
  expect(gunzipSync(content.gzip ?? '').toString()).toBe(marked);
  expect(content.headers).toMatchObject({ 'Last-Modified': new Date(renderedAtMs).toUTCString() });
  expect(content.cacheControl).toBe('no-cache');
}

const length = ({ br }: Content): number => br?.length ?? 0;

test('requests don’t wait for tight compression: later readers get a smaller form, under another tag', async () => {
  const first = await contentAt(0);
  expect(await contentAt(20_000)).toBe(first);
  await expect.poll(async () => length(await contentAt(20_001)), PATIENTLY).toBeLessThan(length(first));
  const next = await contentAt(20_001);
  expect(next.hash).not.toBe(first.hash);
  expect(next.gzip?.length).toBeLessThanOrEqual(first.gzip?.length ?? 0);
  for (const { br, gzip } of [first, next]) {
    expect(brotliDecompressSync(br ?? '').toString()).toBe(body);
    expect(gunzipSync(gzip ?? '').toString()).toBe(body);
  }
});

test('an unchanged page isn’t compressed again, even if somebody waits', async () => {
  const first = await contentAt(0);
  await contentAt(20_000);
  await expect.poll(async () => (await contentAt(20_001)).hash, PATIENTLY).not.toBe(first.hash);
  const { br } = await contentAt(20_001);
  await contentAt(40_000);
  await expect.poll(() => isFreshAt(40_001), PATIENTLY).toBe(true);
  expect((await contentAt(40_001)).br).toBe(br);
  expect((await contentAt(200_000)).br).toBe(br);
});

test('a changed page is compressed again', async () => {
  await contentAt(0);
  body = 'Another page.';
  const changed = await contentAt(100_000);
  expect(brotliDecompressSync(changed.br ?? '').toString()).toBe('Another page.');
});

test('an old page is rendered again a while after it was served, and once, however many request it', async () => {
  const first = await contentAt(0);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  rest = promise.then(() => undefined);
  for (const ms of [20_000, 20_500, 21_000]) expect(await contentAt(ms)).toBe(first);
  expect(rendered).toBe(1);
  resolve(undefined);
  await expect.poll(async () => (await contentAt(21_001)).hash, PATIENTLY).not.toBe(first.hash);
  expect(rendered).toBe(2);
});

test('a page that somebody had to wait for isn’t rendered once more', async () => {
  await contentAt(0);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  rest = promise.then(() => undefined);
  await contentAt(20_000);
  await contentAt(100_000);
  expect(rendered).toBe(2);
  resolve(undefined);
  // Code that awaits the response continues before this.
  await promise.then(() => new Promise(setImmediate));
  expect(rendered).toBe(2);
});

test('one page at a time is compressed tightly: meanwhile others are compressed quickly', async () => {
  const quick = length(await contentAt(0, '/one'));
  await contentAt(0, '/other');
  const held = Promise.withResolvers<undefined>();
  rendering = held.promise.then(() => undefined);
  await contentAt(20_000, '/one');
  await expect.poll(() => rendered).toBe(3);
  body = `${body}\n`;
  rendering = Promise.resolve();
  await contentAt(20_000, '/other');
  await expect.poll(async () => brotliDecompressSync((await contentAt(20_001, '/other')).br ?? '').toString(), PATIENTLY).toBe(body);
  expect(Math.abs(length(await contentAt(20_001, '/other')) - quick)).toBeLessThan(quick / 50);
  held.resolve(undefined);
  await expect.poll(async () => length(await contentAt(20_001, '/one')), PATIENTLY).toBeLessThan(quick * 0.98);
});

const LACKING = { 'cache-control': 'no-store' };

test('an incomplete page never replaces a complete one, which shows its date, and is retried soon', async () => {
  const whole = body;
  const { hash } = await contentAt(0);
  body = 'A page without its figures.';
  headers = LACKING;
  const old = await contentAt(100_000);
  expectOld(old, 0, whole);
  expect(old.hash).not.toBe(hash);
  expect(await contentAt(104_000)).toBe(old);
  expect(rendered).toBe(2);
  expect(await contentAt(106_000)).toBe(old);
  expect(rendered).toBe(3);
  headers = {};
  body = 'The figures are back.';
  expect(brotliDecompressSync((await contentAt(112_000)).br ?? '').toString()).toBe(body);
});

test('an incomplete page is shown if there is no complete one, or only a very old one', async () => {
  headers = LACKING;
  body = 'A page without its figures.';
  expect((await contentAt(0)).plain.toString()).toBe(body);
  headers = {};
  await contentAt(1_000);
  headers = LACKING;
  const week = 7 * 24 * 3_600_000;
  expectOld(await contentAt(week), 1_000, body);
  expect((await contentAt(week + 10_000)).plain.toString()).toBe(body);
});

test('a page that failed to render is marked at once, even if it is hardly old', async () => {
  const good = await contentAt(0);
  status = 503;
  expect(await contentAt(20_000)).toBe(good);
  await expect.poll(async () => (await contentAt(20_001)).plain.toString()).toMatch(/^\/ as of 0: /);
  status = 200;
  await expect.poll(async () => (await contentAt(26_000)).plain.toString(), PATIENTLY).toBe(body);
});

test('readers don’t wait long if there is an old page, and get the new one when it is ready', async () => {
  const old = body;
  await contentAt(0);
  const held = Promise.withResolvers<undefined>();
  rendering = held.promise.then(() => undefined);
  patience = Promise.resolve();
  body = 'It took its time.';
  expectOld(await contentAt(100_000), 0, old);
  patience = new Promise(() => undefined);
  // The next reader doesn't wait either.
  expectOld(await contentAt(100_001), 0, old);
  expect(rendered).toBe(2);
  held.resolve(undefined);
  await expect.poll(async () => (await contentAt(100_002)).plain.toString(), PATIENTLY).toBe(body);
});

test('a page about the current state is never shown when it is old', async () => {
  headers = { 'cache-control': 'public, max-age=0, s-maxage=10, must-revalidate' };
  const now = await contentAt(0);
  expect(await contentAt(9_000)).toBe(now);
  status = 503;
  body = 'The service does not answer.';
  expect((await contentAt(20_000)).plain.toString()).toBe(body);
  expect((await contentAt(100_000)).plain.toString()).toBe(body);
});

test('machine-readable responses aren’t modified: their headers say how old they are', async () => {
  headers = { 'content-type': 'application/atom+xml' };
  await contentAt(0, '/announcements/feed.xml');
  status = 503;
  const feed = await contentAt(100_000, '/announcements/feed.xml');
  expect(feed.plain.toString()).toBe(body);
  expect(feed.headers).toMatchObject({ 'Last-Modified': new Date(0).toUTCString() });
});

test('each client’s renderings are limited; other clients and cached pages aren’t affected', async () => {
  await contentAt(0);
  for (let number = 0; number < 120; number += 1) await getPage(`/announcements/${number}`, 'attacker');
  await expect(getPage('/announcements/one-more', 'attacker')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 60 });
  expect(await getPage('/', 'attacker')).toBeDefined();
  expect(await getPage('/announcements/0', 'attacker')).toBeDefined();
  expect(await getPage('/announcements/one-more', 'reader')).toBeDefined();
  nowMs = 60_000;
  expect(await getPage('/announcements/another', 'attacker')).toBeDefined();
}, 30_000);

test('a client at the limit still gets the old page', async () => {
  await contentAt(0);
  nowMs = 99_000;
  for (let number = 0; number < 120; number += 1) await getPage(`/announcements/${number}`, '203.0.113.7');
  expectOld(await contentAt(100_000), 0, body);
}, 30_000);

test('a few pages are rendered at once; if too many wait, they are refused', async () => {
  const held = Promise.withResolvers<undefined>();
  rendering = held.promise.then(() => undefined);
  const asked = Array.from({ length: 120 }, (_, number) => getPage(`/announcements/${number}`, `client ${number}`));
  const settled = Promise.allSettled(asked);
  await expect.poll(() => rendered).toBe(4);
  held.resolve(undefined);
  const outcomes = await settled;
  expect(outcomes.filter(({ status: outcome }) => outcome === 'fulfilled')).toHaveLength(104);
  expect(outcomes.at(-1)).toMatchObject({ reason: { status: 503, retryAfterSeconds: 1 } });
}, 30_000);

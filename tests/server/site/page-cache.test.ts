import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';

import { type Content } from '../../../server/site/content.ts';
import { createPageCache, type GetPage } from '../../../server/site/page-cache.ts';

/** Packing takes what it takes on a busy machine. */
const PATIENTLY = { timeout: 20_000 };
const SENTENCES = Array.from(
  { length: 400 },
  (_, number) => `<p>Sentence ${number} of ${(number * 7919) % 1009}, which is ${number ** 3}.</p>`,
);

let nowMs: number;
let body: string;
let rendered: number;
/** What the cache waits for before it renders an old page anew. */
let rest: Promise<void>;
/** What the next renderings wait for. */
let rendering: Promise<void>;
let getPage: GetPage;

beforeEach(() => {
  nowMs = 0;
  body = SENTENCES.join('\n');
  rendered = 0;
  rest = Promise.resolve();
  rendering = Promise.resolve();
  getPage = createPageCache({
    render: async () => {
      rendered += 1;
      await rendering;
      return { status: 200, headers: new Headers({ 'content-type': 'text/html' }), body: Buffer.from(body) };
    },
    clock: () => new Date(nowMs),
    rest: () => rest,
    onError: (error) => {
      throw error;
    },
  });
});

async function contentAt(ms: number, target = '/'): Promise<Content> {
  nowMs = ms;
  const answer = await getPage(target);
  if (answer === undefined) throw new Error('There is no page.');
  return answer.content;
}

/** Whether nothing is rendered for one who asks then. */
async function isFreshAt(ms: number): Promise<boolean> {
  const before = rendered;
  await contentAt(ms);
  return rendered === before;
}

const length = ({ br }: Content): number => br?.length ?? 0;

test('nobody waits while a page is packed tightly: the next ones have less to fetch, under another tag', async () => {
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

test('a page that has not changed is not packed again, also when somebody waits', async () => {
  const first = await contentAt(0);
  await contentAt(20_000);
  await expect.poll(async () => (await contentAt(20_001)).hash, PATIENTLY).not.toBe(first.hash);
  const { br } = await contentAt(20_001);
  await contentAt(40_000);
  await expect.poll(() => isFreshAt(40_001), PATIENTLY).toBe(true);
  expect((await contentAt(40_001)).br).toBe(br);
  expect((await contentAt(200_000)).br).toBe(br);
});

test('a page that has changed is packed anew', async () => {
  await contentAt(0);
  body = 'Another page.';
  const changed = await contentAt(100_000);
  expect(brotliDecompressSync(changed.br ?? '').toString()).toBe('Another page.');
});

test('an old page is rendered anew a while after it was shown, and once, however many ask meanwhile', async () => {
  const first = await contentAt(0);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  rest = promise.then(() => undefined);
  for (const ms of [20_000, 20_500, 21_000]) expect(await contentAt(ms)).toBe(first);
  expect(rendered).toBe(1);
  resolve(undefined);
  await expect.poll(async () => (await contentAt(21_001)).hash, PATIENTLY).not.toBe(first.hash);
  expect(rendered).toBe(2);
});

test('a page that somebody had to wait for meanwhile is not rendered once more', async () => {
  await contentAt(0);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  rest = promise.then(() => undefined);
  await contentAt(20_000);
  await contentAt(100_000);
  expect(rendered).toBe(2);
  resolve(undefined);
  // What waits for the rest goes on before this does.
  await promise.then(() => new Promise(setImmediate));
  expect(rendered).toBe(2);
});

test('one page at a time is packed tightly: another is packed quickly meanwhile', async () => {
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

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
let getPage: GetPage;

beforeEach(() => {
  nowMs = 0;
  body = SENTENCES.join('\n');
  rendered = 0;
  getPage = createPageCache({
    render: () => {
      rendered += 1;
      return Promise.resolve({ status: 200, headers: new Headers({ 'content-type': 'text/html' }), body: Buffer.from(body) });
    },
    clock: () => new Date(nowMs),
    onError: (error) => {
      throw error;
    },
  });
});

async function contentAt(ms: number): Promise<Content> {
  nowMs = ms;
  const answer = await getPage('/');
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

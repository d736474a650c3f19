import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';

import { type RenderedPage } from '../../../server/site/astro-pages.ts';
import { type Content } from '../../../server/site/content.ts';
import { createPageCache, type GetPage } from '../../../server/site/page-cache.ts';

const SENTENCES = Array.from(
  { length: 400 },
  (_, number) => `<p>Sentence ${number} of ${(number * 7919) % 1009}, which is ${number ** 3}.</p>`,
);

let nowMs: number;
let body: string;
let rendered: Promise<RenderedPage>[];
let getPage: GetPage;

beforeEach(() => {
  nowMs = 0;
  body = SENTENCES.join('\n');
  rendered = [];
  getPage = createPageCache({
    render: async () => {
      const page = Promise.resolve({ status: 200, headers: new Headers({ 'content-type': 'text/html' }), body: Buffer.from(body) });
      rendered.push(page);
      return page;
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

const length = ({ br }: Content): number => br?.length ?? 0;

test('nobody waits while a page is packed tightly: the next ones have less to fetch, under another tag', async () => {
  const first = await contentAt(0);
  expect(await contentAt(20_000)).toBe(first);
  await expect.poll(async () => length(await contentAt(20_001))).toBeLessThan(length(first));
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
  await expect.poll(async () => (await contentAt(20_001)).hash).not.toBe(first.hash);
  const tight = await contentAt(20_001);
  for (const ms of [40_000, 200_000]) {
    const before = rendered.length;
    await contentAt(ms);
    await expect.poll(() => rendered.length).toBeGreaterThan(before);
    expect((await contentAt(ms + 1)).br).toBe(tight.br);
  }
});

test('a page that has changed is packed anew', async () => {
  await contentAt(0);
  body = 'Another page.';
  const changed = await contentAt(100_000);
  expect(brotliDecompressSync(changed.br ?? '').toString()).toBe('Another page.');
});

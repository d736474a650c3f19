import { beforeEach, expect, it } from 'vitest';
import { createKeptPages } from '../../src/worker/kept-pages.ts';

const NOON = Date.UTC(2026, 10, 25, 12);
const MINUTE_MS = 60_000;

let written: number;
let pages: ReturnType<typeof createKeptPages>;
beforeEach(() => {
  written = 0;
  const kept = new Map<string, Map<string, Response>>();
  const open = (name: string): Promise<Cache> => Promise.resolve(cacheOf(kept.get(name) ?? kept.set(name, new Map()).get(name)));
  const cacheOf = (entries = new Map<string, Response>()): Cache =>
    ({
      match: (key: string) => Promise.resolve(entries.get(key)?.clone()),
      put: (key: string, answer: Response) => Promise.resolve(void (entries.set(key, answer), (written += 1))),
      delete: (key: string) => Promise.resolve(entries.delete(key)),
      keys: () => Promise.resolve([...entries.keys()]),
    }) as unknown as Cache;
  pages = createKeptPages({ caches: { open } as CacheStorage, fetch: () => Promise.reject(new Error('offline')), texts: TEXTS });
});
const TEXTS = new Proxy({}, { get: () => 'As of {{moment}}' }) as Parameters<typeof createKeptPages>[0]['texts'];

it('a page is written again when it is another one, or when what was kept has become old', async () => {
  await pages.keep('/home', answer('one', 0));
  await pages.keep('/home', answer('one', 9));
  expect(written).toBe(1);
  await pages.keep('/home', answer('two', 9));
  expect(written).toBe(2);
  await pages.keep('/home', answer('two', 20));
  expect(written).toBe(3);
  await pages.keep('/staking', answer('two', 20));
  expect(written).toBe(4);
});

it('a page without a tag is always written', async () => {
  await pages.keep('/home', answer(null, 0));
  await pages.keep('/home', answer(null, 1));
  expect(written).toBe(2);
});

function answer(tag: string | null, minutes: number): Response {
  const headers = new Headers({ 'content-type': 'text/html', date: new Date(NOON + minutes * MINUTE_MS).toUTCString() });
  if (tag !== null) headers.set('etag', `"${tag}"`);
  const response = new Response('<p></p>', { headers });
  Object.defineProperty(response, 'type', { value: 'basic' });
  return response;
}

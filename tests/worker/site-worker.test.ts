import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Listener = (event: object) => void;

let listeners: Record<string, Listener>;
let open: () => Promise<Cache>;

beforeEach(() => {
  vi.resetModules();
  listeners = {};
  const scope = {
    location: new URL('https://jufi.test/'),
    caches: { open: () => open(), keys: () => Promise.resolve([]) },
    addEventListener: (type: string, listener: Listener) => (listeners[type] = listener),
  };
  vi.stubGlobal('self', scope);
});
afterEach(() => vi.unstubAllGlobals());

async function answerTo(path: string): Promise<Response> {
  await import('../../src/worker/site-worker.ts');
  let answer: Promise<Response> | undefined;
  listeners['fetch']?.({
    request: new Request(`https://jufi.test${path}`),
    respondWith: (given: Promise<Response>) => (answer = given),
    waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
  });
  return answer ?? Response.error();
}

it.each(['/_astro/shell.abc.js', '/locales/en/session.json'])(
  '%s comes from the network where the browser’s storage is broken, or was taken away meanwhile',
  async (path) => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('fetched')));
    for (const broken of [Promise.reject(new Error('Internal error opening backing store')), Promise.resolve({} as Cache)]) {
      broken.catch(() => undefined);
      open = () => broken;
      expect(await (await answerTo(path)).text()).toBe('fetched');
    }
  },
);

it('a part is the kept one without a connection', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  open = () => Promise.resolve({ match: () => Promise.resolve(new Response('kept')) } as unknown as Cache);
  expect(await (await answerTo('/locales/en/session.json')).text()).toBe('kept');
});

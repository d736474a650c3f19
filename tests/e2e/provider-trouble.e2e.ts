import { languages, type LanguageCode } from '../../src/lib/i18n/languages.ts';
import { localePath } from '../../src/lib/i18n/locale-path.ts';
import { navigationOf } from '../../src/lib/navigation.ts';
import type { PublishedReserves } from '../../src/lib/reserves/reserves.ts';
import type { Site } from '../../server/site.ts';
import { startBuiltSite } from './support/broken-site.ts';
import { siteOrigin } from './support/ports.ts';
import { expect, test } from './support/test.ts';
import { textsOf } from './support/texts-of.ts';

const ARTICLE = '/announcements/chain-upgrade';
const PAGES = ['/', ...navigationOf('footer').map(({ path }) => path), ARTICLE];
const FOR_MACHINES = ['/announcements/feed.xml', '/announcements/feed.json', '/reserves.json', '/sitemap-announcements.xml'];
/** Says what holds now; of an hour ago it would say that all is well. */
const STATUS = '/status';
const HELP = '/help';

type Provide = (request: Request) => Promise<Response>;

const troubles: Readonly<Record<string, Provide>> = {
  gone: () => Promise.reject(new TypeError('fetch failed')),
  slow: () => new Promise(() => undefined),
  failing: () => Promise.resolve(new Response('', { status: 502 })),
  broken: () => Promise.resolve(new Response('<html>Welcome to nginx!</html>', { headers: { 'Content-Type': 'text/html' } })),
};

/** The tests' own provider, over its public calls. */
const works: Provide = (request) =>
  fetch(siteOrigin + new URL(request.url).pathname + new URL(request.url).search, { headers: request.headers });

interface Troubled {
  site: Site;
  read: (path: string, headers?: Record<string, string>) => Promise<Response>;
  become: (provide: Provide) => void;
  pass: (minutes: number) => void;
}

async function startTroubled(first: Provide): Promise<Troubled> {
  let provide = first;
  let now = new Date('2026-11-24T14:05:00Z');
  const site = await startBuiltSite({
    provider: { fetch: (request) => provide(request) },
    reserves: async () => (await (await provide(new Request('http://provider.internal/reserves.json'))).json()) as PublishedReserves,
    clock: () => now,
  });
  return {
    site,
    read: (path, headers) => fetch(site.url + path, { redirect: 'manual', ...(headers && { headers }) }),
    become: (next) => void (provide = next),
    pass: (minutes) => void (now = new Date(now.getTime() + minutes * 60_000)),
  };
}

for (const [name, trouble] of Object.entries(troubles)) {
  test(`with a provider that is ${name}, every public page is shown as it was last, with its date`, async () => {
    const { site, read, become, pass } = await startTroubled(works);
    try {
      const before = new Map<string, string>();
      const codes: readonly LanguageCode[] = ['en', name === 'gone' ? 'jp' : 'th'];
      const paths = codes.flatMap((code) => PAGES.map((path) => ({ code, path: localePath(code, path), isStatus: path === STATUS })));
      for (const { path } of paths) before.set(path, await expectText(await read(path), 200));
      for (const path of FOR_MACHINES) before.set(path, await expectText(await read(path), 200));
      become(trouble);
      pass(180);
      await Promise.all(
        paths.map(async ({ code, path, isStatus }) => {
          const answer = await read(path, { 'Accept-Encoding': 'br' });
          const etag = answer.headers.get('etag');
          const text = await expectText(answer, isStatus ? 503 : 200);
          const line = /<p class="as-of" role="status">([^<]*)<\/p>/.exec(text)?.[1];
          if (isStatus) expect(text).toContain(textsOf(code, 'info').status.silent);
          // Built ahead, or made of settings alone.
          else if ((/no-cache/.test(answer.headers.get('cache-control') ?? '') || path.endsWith(HELP)) && line === undefined)
            expect(text, path).toBe(before.get(path));
          else {
            expect(text.replace(/<p class="as-of" role="status">[^<]*<\/p>/, ''), path).toBe(before.get(path));
            const [start = '', end = ''] = textsOf(code, 'common').asOf.unanswered.split('{{moment}}');
            expect(line).toMatch(new RegExp(`^${start}.*2[05][26][69].*14:05.*UTC${end}$`));
          }
          if (isStatus) return;
          expect(etag).toMatch(/^"[\w-]+-br"$/);
          expect((await read(path, { 'Accept-Encoding': 'br', 'If-None-Match': etag ?? '' })).status, path).toBe(304);
        }),
      );
      for (const path of FOR_MACHINES) {
        const answer = await read(path);
        expect(answer.headers.get('last-modified')).toBe('Tue, 24 Nov 2026 14:05:00 GMT');
        expect(await expectText(answer, 200)).toBe(before.get(path));
      }
      become(works);
      pass(1);
      for (const { path } of paths) expect(await (await read(path)).text(), path).not.toContain('class="as-of"');
    } finally {
      await site.stop();
    }
  });

  test(`with a provider that is ${name} from the start, every public page says so, and links to all others`, async () => {
    const { site, read } = await startTroubled(trouble);
    try {
      await Promise.all(
        PAGES.map(async (path) => {
          const answer = await read(path);
          expect([200, 503], path).toContain(answer.status);
          const text = await answer.text();
          expect(text).toMatch(/<h1[^>]*>[^<]+<\/h1>/);
          for (const entry of navigationOf('footer')) expect(text, path).toContain(`href="${entry.path}"`);
        }),
      );
      for (const answer of await Promise.all(FOR_MACHINES.map((path) => read(path)))) {
        expect(answer.status).toBe(503);
        expect(answer.headers.get('retry-after')).toBe('30');
      }
    } finally {
      await site.stop();
    }
  });
}

test('the line is written in every language', async () => {
  const { site, read, become, pass } = await startTroubled(works);
  try {
    for (const { code } of languages) await read(localePath(code, ARTICLE));
    become(troubles['gone'] ?? works);
    pass(5);
    for (const { code } of languages) {
      const [start = ''] = textsOf(code, 'common').asOf.unanswered.split('{{moment}}');
      expect(await (await read(localePath(code, ARTICLE))).text(), code).toContain(start);
    }
  } finally {
    await site.stop();
  }
});

async function expectText(answer: Response, status: number): Promise<string> {
  expect(answer.status, answer.url).toBe(status);
  return answer.text();
}

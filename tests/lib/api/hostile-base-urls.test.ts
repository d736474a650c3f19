import fc from 'fast-check';
import { expect, it } from 'vitest';
import { resolveBaseUrl } from '../../../src/lib/api/base-url.ts';
import { createClient } from '../../../src/lib/api/client.ts';
import { logout } from '../../../src/lib/api/contract/logout.ts';

/** `npm run test:long` draws many more. */
const RUNS = Number(process.env['HOSTILE_ADDRESSES'] ?? 2_000);

const PAGE = 'https://jufi.example/zh/home?x=1';
const CONFIGURED = 'https://api.jufi.example/v1';
const ALLOWED = 'https://partner.example';
const TRUSTED = new Set(['https://jufi.example', 'https://api.jufi.example', ALLOWED]);
const TOKEN = 'a-token-nobody-else-may-see';

const oneOf = (...texts: string[]): fc.Arbitrary<string> => fc.constantFrom(...texts);
const protocol = oneOf('https:', 'http:', 'HTTPS:', 'hTtP:', 'ws:', 'wss:', 'ftp:', 'javascript:', 'data:', 'blob:https:', 'file:', '');
const slashes = oneOf('//', '/', '', '///', '\\\\', '/\\', '\\/', '/\t/', '/\n/', '/./', '//..//');
const credentials = oneOf('', '', '', '@', ':@', 'jufi.example@', 'api.jufi.example:443@', 'jufi.example%40', 'a:b@');
const host = fc.oneof(
  oneOf(
    'evil.example',
    'jufi.example',
    'api.jufi.example',
    'partner.example',
    'jufi.example.evil.example',
    'evil-jufi.example',
    'jufi.example.',
    'api.jufi.example%2eevil.example',
    'jufi。example',
    'jufi.example%00.evil.example',
    'jufi.example%09',
    'ｊｕｆｉ.example',
    'jufı.example',
    'xn--juf-eqa.example',
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0x7f.1',
    '2130706433',
    '*',
    'null',
  ),
  fc.domain(),
  fc.string({ maxLength: 12 }),
);
const port = oneOf('', '', ':443', ':80', ':8443', ':0', ':65536', ':', ':443@evil.example', ':a');
const path = fc.oneof(
  oneOf('', '/', '/v1', '/v1/', '//evil.example', '/../..', '/%2e%2e', '/\\evil.example', '/@evil.example', '?x', '#x', '?', '#', ';'),
  fc.webPath(),
);
const blank = oneOf('', '', '', ' ', '\t', '\n', '\u0000', '\ufeff', '\u200b', '\u00a0');

const composed = fc.tuple(blank, protocol, slashes, credentials, host, port, path, blank).map((parts) => parts.join(''));
/** Close to an address that is used, so that some of them are. */
const nearly = fc.tuple(
  fc.constantFrom(...TRUSTED),
  oneOf('', ':443', ':443/v2', '/', '/v1//', '//', '/%2e%2e', '@evil.example', '.', '\\', '/?'),
);
const hostileText = fc.oneof(
  { weight: 8, arbitrary: composed },
  nearly.map((parts) => parts.join('')),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.string(),
);

/** The one request of a call through the real client, whose session came from `issuer`. */
async function requestWith(stored: string, issuer: string): Promise<{ url: URL; authorization: string | null }> {
  const { url } = resolveBaseUrl({ stored, configured: CONFIGURED, pageUrl: PAGE, allowedOrigins: [ALLOWED] });
  const asked: { url: URL; authorization: string | null }[] = [];
  const client = createClient({
    baseUrl: url,
    language: () => 'en',
    bearer: () => ({ token: TOKEN, origin: issuer }),
    onSessionEnded: () => undefined,
    fetch: (input, init) => {
      asked.push({
        url: new URL(input instanceof Request ? input.url : input),
        authorization: new Headers(init?.headers).get('authorization'),
      });
      return Promise.resolve(Response.json({ code: 0, message: 'OK', data: {} }));
    },
  });
  await client.call(logout, {});
  const [request] = asked;
  if (request === undefined || asked.length !== 1) throw new Error(`${asked.length} requests for ${stored}`);
  return request;
}

it(
  `${RUNS} stored base addresses never have a request leave the known origins, nor a token the one that issued it`,
  async () => {
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(hostileText, fc.constantFrom(...TRUSTED), async (stored, issuer) => {
        const { url, authorization } = await requestWith(stored, issuer);
        expect(TRUSTED.has(url.origin), `${JSON.stringify(stored)} led to ${url.href}`).toBe(true);
        expect([url.username, url.password, url.search, url.hash]).toEqual(['', '', '', '']);
        expect(authorization).toBe(url.origin === issuer ? `Bearer ${TOKEN}` : null);
        expect(url.href).not.toContain(TOKEN);
        reached.add(url.origin);
      }),
      { numRuns: RUNS },
    );
    // Otherwise the addresses are so odd that none of them is ever used.
    expect(reached).toEqual(TRUSTED);
  },
  30_000 + RUNS,
);

it('a token that came from elsewhere isn’t sent, whatever is stored', async () => {
  for (const issuer of [
    'https://evil.example',
    'null',
    '',
    'http://api.jufi.example',
    'https://api.jufi.example:8443',
    'https://jufi.example.',
  ])
    expect((await requestWith('https://jufi.example/api', issuer)).authorization).toBeNull();
});

import { fileURLToPath } from 'node:url';
import { createLogger } from '../../../../provider/logging/create-logger.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SocketFigures } from '../../../../provider/http/guard-sockets.ts';
import { defaultSocketSettings, type SocketLimits } from '../../../../provider/http/socket-limits.ts';
import { serveProvider } from '../../../../provider/operator/start-alone.ts';
import { startSite } from '../../../../server/site.ts';
import { holdSocket, trickle } from '../../../support/held-socket.ts';

interface Open {
  port: number;
  sockets: () => SocketFigures;
}

type Start = (limits: Partial<SocketLimits>, settings?: Partial<Record<'socketsOverall' | 'trustedProxies', number>>) => Promise<Open>;

const clientFolder = fileURLToPath(new URL('../../../server/fixtures/site/client', import.meta.url));
const LARGE = 24 * 1024 * 1024;
const UNFINISHED = 'GET /api/health HTTP/1.1\r\nHost: a\r\n';
const WHOLE = `${UNFINISHED}\r\n`;

const provider = {
  async fetch(request: Request): Promise<Response> {
    const body = await request.text();
    return request.url.endsWith('/large') ? new Response(new Uint8Array(LARGE)) : new Response(`answered ${body.length}`);
  },
};

const servers: Record<string, Start> = {
  'the site': (limits, settings) =>
    open((options) => startSite({ ...options, siteUrl: 'http://127.0.0.1', clientFolder }), limits, settings),
  'the provider alone': (limits, settings) => open(serveProvider, limits, settings),
};

type Served = Pick<Open, 'port' | 'sockets'> & { stop(): Promise<void> };

async function open(
  serve: (options: Parameters<typeof serveProvider>[0]) => Promise<Served>,
  limits: Parameters<Start>[0],
  settings: Parameters<Start>[1],
): Promise<Open> {
  const log = createLogger({ level: 'warn' }, { write: () => undefined });
  const common = { host: '127.0.0.1', port: 0, provider, trustedProxies: 0, ...defaultSocketSettings, ...settings, log };
  const served = await serve({ ...common, socketLimits: { checkMs: 20, ...limits } });
  onTestFinished(() => served.stop());
  return { port: served.port, sockets: served.sockets };
}

describe.each(Object.entries(servers))('%s', (_name, start) => {
  it.each<readonly [what: string, head: string]>([
    ['two hosts', 'GET /api/health HTTP/1.1\r\nHost: a\r\nHost: b\r\n'],
    ['the same host twice', 'GET /api/health HTTP/1.1\r\nHost: a\r\nhost: a\r\n'],
    ['two hosts in one', 'GET /api/health HTTP/1.1\r\nHost: a, b\r\n'],
    ['two tokens', `${UNFINISHED}Authorization: Bearer a\r\nAuthorization: Bearer b\r\n`],
    ['two keys', `${UNFINISHED}Idempotency-Key: a\r\nidempotency-key: b\r\n`],
    ['two lengths', 'POST /api/health HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 0\r\n'],
    ['a length and chunks', 'POST /api/health HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n'],
    ['another transfer coding', 'POST /api/health HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n'],
    ['two routed calls', `${UNFINISHED}X-Api-Call: GET /a\r\nX-Api-Call: GET /b\r\n`],
    ...[
      '/./api/health',
      '/api/./health',
      '/x/../api/health',
      '/api/health/..',
      '/api/health/.',
      '//api/health',
      '/api//health',
      '/%2e/api/health',
      '/x/%2E%2e/api/health',
      '/%2fapi/health',
      '/api%2Fhealth',
      '/api/%68ealth',
      '/%61pi/health',
      '/api%5chealth',
      '/api\\health',
      '/api/%256d',
      '/api/health%00',
      '/api/health#x',
      'http://a/api/health',
      'https://b/api/health',
      '*',
    ].map((target) => [target, `GET ${target} HTTP/1.1\r\nHost: a\r\n`] as const),
  ])('refuses what two readers could understand differently: %s', async (_what, head) => {
    const { port } = await start({});
    const { closed } = await holdSocket(port, `${head}\r\n`);
    expect(await closed).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each(['/api/health', '/api/health?x=%2e%2e%2f../..//\\', '/api/h%C3%A9?a', '/api/..health', '/api/health.', '/api/a%20b'])(
    'answers %s, which means one thing',
    async (target) => {
      const { port } = await start({});
      const { closed } = await holdSocket(
        port,
        `GET ${target} HTTP/1.1\r\nHost: [::1]:80\r\nX-Other: 1\r\nX-Other: 2\r\nConnection: close\r\n\r\n`,
      );
      expect(await closed).toContain('answered 0');
    },
  );

  it('closes a connection with slow headers, and a silent one', async () => {
    const { port } = await start({ headersMs: 200 });
    const [slow, silent] = await Promise.all([holdSocket(port, UNFINISHED), holdSocket(port)]);
    trickle(slow, 'x-slow: 1\r\n', 50);
    expect(await slow.closed).toContain('408');
    await silent.closed;
  });

  it('closes a connection with a slow body', async () => {
    const { port } = await start({ headersMs: 200, requestMs: 300 });
    const slow = await holdSocket(port, 'POST /api/health HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n');
    trickle(slow, 'x', 50);
    expect(await slow.closed).toContain('408');
  });

  it('closes a connection that doesn’t read its response in time', async () => {
    const { port, sockets } = await start({ readMs: 200, bytesPerSecond: LARGE });
    const { socket } = await holdSocket(port, 'GET /api/large HTTP/1.1\r\nHost: a\r\n\r\n');
    socket.pause();
    await expect.poll(() => sockets().turned.UNREAD, { timeout: 5_000 }).toBe(1);
  });

  it('answers a few requests that are sent in one go, and closes a connection that sends thousands', async () => {
    const { port, sockets } = await start({});
    const few = await holdSocket(port, `${WHOLE.repeat(9)}GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect((await few.closed).match(/answered 0/g)).toHaveLength(10);
    const many = await holdSocket(port, WHOLE.repeat(5_000));
    const answered = (await many.closed).match(/answered 0/g) ?? [];
    expect(answered.length).toBeLessThan(100);
    expect([sockets().turned.PIPELINED, sockets().open]).toEqual([1, 0]);
  });

  it('sends a large response completely to a client that reads at once', async () => {
    const { port, sockets } = await start({});
    const answer = await fetch(`http://127.0.0.1:${port}/api/large`);
    expect([(await answer.arrayBuffer()).byteLength, sockets().turned.UNREAD]).toEqual([LARGE, 0]);
  });

  it('refuses a client too many connections, and accepts new ones later', async () => {
    const { port, sockets } = await start({ perClient: 3 });
    const held = [await holdSocket(port, UNFINISHED), await holdSocket(port, UNFINISHED), await holdSocket(port, UNFINISHED)];
    expect(await (await holdSocket(port, WHOLE)).closed).toBe('');
    expect([held.every((one) => one.isOpen()), sockets().open, sockets().turned.CLIENT_FULL]).toEqual([true, 3, 1]);
    await (await holdSocket(port, WHOLE, '127.0.0.2')).says('answered 0');
    held[0]?.socket.end('\r\n');
    await held[0]?.closed;
    await (await holdSocket(port, WHOLE)).says('answered 0');
  });

  it('doesn’t limit a proxy’s connections, except by the total', async () => {
    const { port, sockets } = await start({}, { socketsOverall: 4, trustedProxies: 1 });
    const held = await Promise.all(Array.from({ length: 4 }, () => holdSocket(port, UNFINISHED)));
    expect(await (await holdSocket(port, WHOLE)).closed).toBe('');
    expect([held.every((one) => one.isOpen()), sockets().open, sockets().turned.FULL]).toEqual([true, 4, 1]);
  });

  it('closes idle connections first when all places are taken', async () => {
    const { port, sockets } = await start({ total: 3 });
    const idle = await holdSocket(port, WHOLE);
    await idle.says('answered 0');
    await Promise.all([holdSocket(port, UNFINISHED), holdSocket(port, UNFINISHED)]);
    await expect.poll(() => sockets().idle).toBe(1);
    await (await holdSocket(port, WHOLE)).says('answered 0');
    await idle.closed;
    expect(sockets().turned).toMatchObject({ IDLE: 1, FULL: 0 });
  });
});

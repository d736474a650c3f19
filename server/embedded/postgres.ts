import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';

import { type ChildExit, type Log, stopChild } from '../../processes/child-process.ts';
import { findFreePort, isPortFree } from '../../processes/find-free-port.ts';
import { SetupError } from '../../processes/setup-error.ts';
import { scramVerifier } from '../../provider/db/scram-verifier.ts';
import { clearPostmasterFile, initialiseDatabase, POSTGRES_STOP, requireUsable, runPostgres } from './run-postgres.ts';
import { postgresBinaries, postgresHome } from './postgres-binaries.ts';
import { postgresUser } from './postgres-user.ts';

export interface EmbeddedPostgresOptions {
  /** Only one process may use it at a time; the caller holds the lock. */
  folder: string;
  log: Log;
  port?: number | undefined;
}

export interface EmbeddedPostgres {
  /** Of the role that owns the tables. */
  ownerUrl: string;
  /** Of the role that the server works with, which can't alter them. */
  url: string;
  port: number;
  pid: number;
  dataFolder: string;
  stop(): Promise<void>;
  exited: Promise<ChildExit>;
}

const OWNER = 'jufi';
const SERVER = 'jufi_server';

/** A real PostgreSQL on 127.0.0.1, with fsync, owned by this process. */
export async function startPostgres({ folder, log, port }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const root = resolve(folder);
  const user = postgresUser(join(root, 'data'));
  const binaries = postgresBinaries(user);
  const home = postgresHome(root, user);
  const dataFolder = join(home, 'data');
  if (binaries.copiedTo !== undefined || home !== root) {
    log(
      `PostgreSQL runs as user ${user?.uid ?? 'unknown'}, who cannot reach ${root}: programs in ${binaries.copiedTo ?? 'node_modules'}, data in ${dataFolder}`,
    );
  }
  const password = ownPassword(root, existsSync(dataFolder));
  if (!existsSync(dataFolder)) {
    await initialiseDatabase({ initdb: binaries.initdb, home, user, owner: OWNER, password, log });
  }
  requireUsable(dataFolder, binaries.majorVersion);
  await clearPostmasterFile(dataFolder);
  const usedPort = port ?? (await usualPort(root));
  const child = await runPostgres({ postgres: binaries.postgres, dataFolder, user, log, port: usedPort });
  // Says nothing of the owner's, and stays the same for processes that outlive a restart of the server.
  const serverPassword = createHmac('sha256', password).update(SERVER).digest('base64url');
  const urlOf = (role: string, secret: string): string => `postgres://${role}:${secret}@127.0.0.1:${usedPort}/${OWNER}`;
  try {
    await ensureDatabase(usedPort, password, serverPassword);
  } catch (cause) {
    await stopChild(child, POSTGRES_STOP);
    throw new SetupError(
      'DATABASE_REFUSES',
      `The embedded PostgreSQL refuses its own password (${join(root, 'password')}): restore that file, or move ${root} away to start empty.`,
      { cause },
    );
  }
  return {
    ownerUrl: urlOf(OWNER, password),
    url: urlOf(SERVER, serverPassword),
    port: usedPort,
    pid: child.pid,
    dataFolder,
    exited: child.exited,
    stop: async () => {
      await stopChild(child, POSTGRES_STOP);
    },
  };
}

function ownPassword(root: string, hasData: boolean): string {
  const path = join(root, 'password');
  const password = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  if (password === '') {
    if (hasData)
      throw new SetupError(
        'DATABASE_PASSWORD_LOST',
        `The password of the embedded database is gone (${path}): restore that file, or move ${root} away to start empty.`,
      );
    mkdirSync(root, { recursive: true });
    writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
  }
  return password === '' ? readFileSync(path, 'utf8') : password;
}

/** The previous run's port if it's free, so that a developer's client finds the database again. */
async function usualPort(root: string): Promise<number> {
  const note = join(root, 'port');
  const last = existsSync(note) ? Number(readFileSync(note, 'utf8')) : Number.NaN;
  const port = Number.isInteger(last) && last > 1023 && last < 65_536 && (await isPortFree(last)) ? last : await findFreePort();
  writeFileSync(note, String(port));
  return port;
}

async function ensureDatabase(port: number, password: string, serverPassword: string): Promise<void> {
  const client = new Client({ host: '127.0.0.1', port, user: OWNER, password, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [OWNER]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${escapeIdentifier(OWNER)}`);
    const { rowCount: hasServer } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [SERVER]);
    await client.query(
      `${hasServer === 0 ? 'CREATE' : 'ALTER'} ROLE ${SERVER} LOGIN NOINHERIT PASSWORD ${escapeLiteral(scramVerifier(serverPassword, randomBytes(16)))}`,
    );
  } finally {
    await client.end();
  }
}

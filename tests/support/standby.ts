import { execFile } from 'node:child_process';
import { appendFileSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { type Child, startChild, stopChild } from '../../processes/child-process.ts';
import { findFreePort } from '../../processes/find-free-port.ts';
import { POSTGRES_STOP, postgresEnvironment } from '../../server/embedded/run-postgres.ts';
import { startPostgres } from '../../server/embedded/postgres.ts';
import { postgresBinaries } from '../../server/embedded/postgres-binaries.ts';
import { postgresUser } from '../../server/embedded/postgres-user.ts';

export interface PrimaryAndStandby {
  /** Addresses of both hosts, the primary first: for the server, and for the owner of its tables. */
  databaseUrl: string;
  ownerUrl: string;
  standbyUrl: string;
  /** Stops it like a power cut. */
  killPrimary: () => Promise<void>;
  promote: () => Promise<void>;
  stop: () => Promise<void>;
}

const silent = (): void => undefined;
const WITHIN_MS = 60_000;

/** Two real PostgreSQL, of which the second has every commit before it is acknowledged. */
export async function startPrimaryAndStandby(folder: string): Promise<PrimaryAndStandby> {
  const [one, two] = ['one', 'two'].map((name) => join(folder, name)) as [string, string];
  const first = await startPostgres({ folder: one, log: silent });
  const { dataFolder, port } = first;
  await first.stop();
  const standbyData = await copyAsStandby(dataFolder, two, first.ownerUrl);
  const primary = await startPostgres({ folder: one, log: silent, port });
  const standby = await startStandby(standbyData);
  const standbyUrl = primary.ownerUrl.replace(`:${port}/`, `:${standby.port}/`);
  await untilAnswered(standbyUrl, 'select 1');
  await query(primary.ownerUrl, `alter system set synchronous_standby_names = '*'`);
  await query(primary.ownerUrl, 'select pg_reload_conf()');
  await untilAnswered(primary.ownerUrl, `select from pg_stat_replication where sync_state = 'sync'`);
  const ofBoth = (url: string): string => url.replace(`:${port}/`, `:${port},127.0.0.1:${standby.port}/`);
  return {
    databaseUrl: ofBoth(primary.url),
    ownerUrl: ofBoth(primary.ownerUrl),
    standbyUrl,
    killPrimary: async () => {
      process.kill(primary.pid, 'SIGKILL');
      await primary.exited;
    },
    promote: async () => {
      await query(standbyUrl, 'select pg_promote()');
    },
    stop: async () => {
      await stopChild(standby.child, POSTGRES_STOP);
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function copyAsStandby(dataFolder: string, home: string, primaryUrl: string): Promise<string> {
  const user = postgresUser(dataFolder);
  const { username, password, port } = new URL(primaryUrl);
  mkdirSync(home, { recursive: true });
  const copy = join(home, 'data');
  // With owners and modes, which PostgreSQL insists on.
  await promisify(execFile)('cp', ['-a', dataFolder, copy]);
  writeFileSync(join(copy, 'standby.signal'), '');
  if (user !== undefined) chownSync(join(copy, 'standby.signal'), user.uid, user.gid);
  appendFileSync(
    join(copy, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password} application_name=standby'\n`,
  );
  return copy;
}

async function startStandby(dataFolder: string): Promise<{ child: Child; port: number }> {
  const user = postgresUser(dataFolder);
  const port = await findFreePort();
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'max_connections=200'];
  const child = await startChild(postgresBinaries(user).postgres, ['-D', dataFolder, ...settings.flatMap((setting) => ['-c', setting])], {
    cwd: '/',
    env: postgresEnvironment(),
    user,
    orphanSignal: 'INT',
    log: silent,
  });
  return { child, port };
}

async function query(url: string, statement: string): Promise<number> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(statement)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

async function untilAnswered(url: string, statement: string): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  for (;;) {
    const rows = await query(url, statement).catch(() => 0);
    if (rows > 0) return;
    if (performance.now() > deadline) throw new Error(`no answer to ${statement}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

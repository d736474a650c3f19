import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { vi } from 'vitest';
import { type Child, startChild } from '../../processes/child-process.ts';
import { findFreePort } from '../../processes/find-free-port.ts';
import { postgresUser } from '../../server/embedded/postgres-user.ts';

const SHIPPED = join(import.meta.dirname, '../../deploy/patroni');
const WITHIN_MS = 90_000;
const PASSWORD = 'a-password-of-its-own';
const PASSWORDS = { PATRONI_SUPERUSER_PASSWORD: 'one', PATRONI_REPLICATION_PASSWORD: 'two', PATRONI_REWIND_PASSWORD: 'three' };

export interface PatroniCluster {
  /** The role and database of JuFi, through HAProxy: always the primary. */
  databaseUrl: string;
  ownerUrl: string;
  /** Ends the primary's PostgreSQL and Patroni as a power cut does. Returns its name. */
  killPrimary: () => Promise<string>;
  /** Starts a machine that was killed, and waits until it follows the primary synchronously. */
  rejoin: (name: string) => Promise<void>;
  stop: () => Promise<void>;
}

const PROGRAMS = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy', '/usr/lib/postgresql/15/bin/postgres'];

/** Whether Debian's packages are installed that the shipped files are for. Where the tests require all tools, a missing one fails. */
export function hasPatroni(): boolean {
  return process.env['REQUIRE_TOOLS'] === '1' || PROGRAMS.every((program) => existsSync(program));
}

/** etcd, two machines under Patroni, and HAProxy, by the shipped files. */
export async function startPatroni(folder: string): Promise<PatroniCluster> {
  const started: Child[] = [];
  const stop = async (): Promise<void> => {
    // Patroni's own end stops its PostgreSQL in order.
    for (const child of started.toReversed()) child.kill('SIGTERM');
    await Promise.all(started.map(({ exited }) => exited));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return { ...(await startAll(folder, started)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startAll(folder: string, started: Child[]): Promise<Omit<PatroniCluster, 'stop'>> {
  mkdirSync(folder, { recursive: true });
  const user = postgresUser(join(folder, 'none'));
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  // That user may not reach the project's folder.
  const shipped = (name: string): string => {
    const copy = join(folder, name);
    const text = readFileSync(join(SHIPPED, name), 'utf8');
    // Only root may become somebody else.
    writeFileSync(copy, user === undefined ? text.replaceAll(/^ +(?:user|group) haproxy\n/gm, '') : text);
    chmodSync(copy, 0o644);
    return copy;
  };
  const start = async (command: string, args: readonly string[], env: NodeJS.ProcessEnv, as = user ?? null): Promise<Child> => {
    const child = await startChild(command, args, {
      cwd: folder,
      env: { PATH: '/usr/bin:/usr/sbin:/bin', LANG: 'C.UTF-8', ...env },
      user: as ?? undefined,
      orphanSignal: 'TERM',
      log: () => undefined,
    });
    started.push(child);
    return child;
  };

  const [client, peer, listen] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const address = (port: number): string => `127.0.0.1:${port}`;
  await start('/usr/bin/etcd', [], {
    ETCD_NAME: 'one',
    ETCD_DATA_DIR: join(folder, 'etcd'),
    ETCD_LISTEN_CLIENT_URLS: `http://${address(client)}`,
    ETCD_ADVERTISE_CLIENT_URLS: `http://${address(client)}`,
    ETCD_LISTEN_PEER_URLS: `http://${address(peer)}`,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${address(peer)}`,
    ETCD_INITIAL_CLUSTER: `one=http://${address(peer)}`,
  });
  const machines = new Map(
    await Promise.all(
      ['one', 'two'].map(async (name): Promise<[string, { port: number; rest: number }]> => [
        name,
        { port: await findFreePort(), rest: await findFreePort() },
      ]),
    ),
  );
  const machine = (name: string): { port: number; rest: number } => machines.get(name) ?? { port: 0, rest: 0 };
  const startMachine = (name: string): Promise<Child> => {
    const { port, rest } = machine(name);
    return start('/usr/bin/patroni', [shipped('config.yml')], {
      ...readEnvironment('patroni_env.conf'),
      ...PASSWORDS,
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: address(client),
      PATRONI_RESTAPI_LISTEN: address(rest),
      PATRONI_RESTAPI_CONNECT_ADDRESS: address(rest),
      PATRONI_POSTGRESQL_LISTEN: address(port),
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: address(port),
      PATRONI_POSTGRESQL_DATA_DIR: join(folder, name),
      PATRONI_POSTGRESQL_PGPASS: join(folder, `pgpass-${name}`),
    });
  };
  const patronis = new Map<string, Child>([['one', await startMachine('one')]]);
  const check = (name: string, is: string): Promise<boolean> =>
    fetch(`http://${address(machine(name).rest)}/${is}`).then(
      ({ status }) => status === 200,
      () => false,
    );
  await until(() => check('one', 'primary'));
  patronis.set('two', await startMachine('two'));
  await until(() => check('two', 'synchronous'));
  const addresses = [...machines].flatMap(([name, { port, rest }]): [string, string][] => {
    const key = `JUFI_DATABASE_${name.toUpperCase()}`;
    return [
      [key, address(port)],
      [`${key}_CHECK_PORT`, String(rest)],
    ];
  });
  const haproxy = { JUFI_DATABASE_LISTEN: address(listen), ...Object.fromEntries(addresses) };
  // As whoever runs this: started by root, it becomes the user that its file names.
  await start('/usr/sbin/haproxy', ['-f', shipped('haproxy.cfg'), '-db'], haproxy, null);
  const admin = `postgres://postgres:one@${address(listen)}/postgres`;
  // Until its first checks have failed, HAProxy takes both for the primary.
  const roles = ['jufi', 'jufi_server'].map((name) => `create role ${name} login password '${PASSWORD}'`);
  for (const statement of [...roles, 'create database jufi owner jufi']) await until(async () => query(admin, statement).then(() => true));
  return {
    databaseUrl: `postgres://jufi_server:${PASSWORD}@${address(listen)}/jufi`,
    ownerUrl: `postgres://jufi:${PASSWORD}@${address(listen)}/jufi`,
    killPrimary: async () => {
      const name = (await check('one', 'primary')) ? 'one' : 'two';
      const patroni = patronis.get(name);
      patroni?.kill('SIGKILL');
      killGroup(Number(readFileSync(join(folder, name, 'postmaster.pid'), 'utf8').split('\n')[0]));
      await patroni?.exited;
      return name;
    },
    rejoin: async (name) => {
      patronis.set(name, await startMachine(name));
      await until(() => check(name, 'synchronous'));
    },
  };
}

/** The server and all its processes at once: they'd finish what they are at otherwise. */
function killGroup(postmaster: number): void {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster)
    .map(Number);
  for (const pid of [postmaster, ...children]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

function readEnvironment(name: string): NodeJS.ProcessEnv {
  const lines = readFileSync(join(SHIPPED, name), 'utf8').split('\n');
  return Object.fromEntries(lines.filter((line) => /^\w+=/.test(line)).map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]));
}

async function query(url: string, statement: string): Promise<number> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(statement)).rowCount ?? 0;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function until(isSo: () => Promise<boolean>): Promise<unknown> {
  return vi.waitUntil(() => isSo().catch(() => false), { timeout: WITHIN_MS, interval: 200 });
}

import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Child, type Log, startChild, stopChild, type StopPlan } from '../../processes/child-process.ts';
import { isPortFree } from '../../processes/find-free-port.ts';
import { processIdentity, stopLeftover } from '../../processes/process-identity.ts';
import { SetupError } from '../../processes/setup-error.ts';
import type { SystemUser } from './postgres-user.ts';

const START_WITHIN_MS = 60_000;
/** Enough for what PostgreSQL says before it fails to start; a running server logs without end. */
const MOST_LINES = 100;

interface RunPostgresOptions {
  postgres: string;
  dataFolder: string;
  user: SystemUser | undefined;
  port: number;
  log: Log;
}

/**
 * A failed statement's error goes to its sender, which logs its code; PostgreSQL's own log would quote members' data. (`log` ranks above `error` there:
 * starts, checkpoints, and fatal errors are still logged.)
 */
const SILENT_ABOUT_VALUES = [
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_statement=none',
  'log_min_duration_statement=-1',
  'log_parameter_max_length=0',
  'log_parameter_max_length_on_error=0',
  'log_error_verbosity=terse',
];

/** Returns when the server accepts connections. */
export async function runPostgres(options: RunPostgresOptions): Promise<Child> {
  const { dataFolder, port } = options;
  if (!(await isPortFree(port))) {
    throw new SetupError(
      'DATABASE_PORT_TAKEN',
      `The port ${port} for the embedded PostgreSQL is taken by another program: end that program, then start again.`,
    );
  }
  const deadline = performance.now() + START_WITHIN_MS;
  for (;;) {
    const outcome = await startOnce(options, deadline);
    if ('child' in outcome) return outcome.child;
    if (!outcome.failure.startsWith(STILL_HELD)) throw brokenDatabase(dataFolder, outcome.failure);
    if (performance.now() > deadline) {
      throw new SetupError(
        'DATABASE_STILL_RUNS',
        `Processes of a PostgreSQL that was killed still hold ${dataFolder} (${outcome.failure}): end them with \`kill -QUIT\`, then start again.`,
      );
    }
    await wait(100);
  }
}

/**
 * PostgreSQL's message while processes of a killed server still run on the folder. Each ends when it finishes its current work; until then the folder,
 * which is intact, must not be used.
 */
const STILL_HELD = 'pre-existing shared memory block';

async function startOnce(
  { postgres, dataFolder, user, port, log }: RunPostgresOptions,
  deadline: number,
): Promise<{ child: Child } | { failure: string }> {
  const lines: string[] = [];
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=200',
    `shared_buffers=${sharedBuffersMiB()}MB`,
    'fsync=on',
    'synchronous_commit=on',
    'full_page_writes=on',
    'timezone=UTC',
    'log_timezone=UTC',
    ...SILENT_ABOUT_VALUES,
  ];
  const child = await startChild(postgres, ['-D', dataFolder, ...settings.flatMap((setting) => ['-c', setting])], {
    cwd: '/',
    env: postgresEnvironment(),
    user,
    orphanSignal: 'INT',
    log: (line) => {
      log(line);
      if (lines.length < MOST_LINES) lines.push(line);
    },
  });
  while (!isReady(dataFolder, child.pid)) {
    if (child.hasExited()) return { failure: await lastWords(lines) };
    if (performance.now() > deadline) {
      await stopChild(child, POSTGRES_STOP);
      return { failure: `PostgreSQL did not answer within ${START_WITHIN_MS / 1000} s` };
    }
    await wait(10);
  }
  return { child };
}

/**
 * PostgreSQL's default of 128 MB holds neither the accounts nor the indexes of a million members, and fetching a page from outside costs as much as
 * processing it. At most an eighth of the machine's memory; unused memory is never touched.
 */
function sharedBuffersMiB(): number {
  return Math.min(512, Math.max(128, Math.floor(totalmem() / 8 / 1_048_576)));
}

const HEARD_WITHIN_MS = 500;

/** PostgreSQL gives its reason in the last line of that severity, which may arrive shortly after its exit. */
async function lastWords(lines: readonly string[]): Promise<string> {
  const deadline = performance.now() + HEARD_WITHIN_MS;
  for (;;) {
    const fatal = lines.findLast((line) => / (FATAL|PANIC): /.test(line));
    if (fatal !== undefined) return fatal.replace(/^.* (FATAL|PANIC): +/, '');
    if (performance.now() > deadline) return lines.at(-1) ?? 'PostgreSQL ended at once';
    await wait(10);
  }
}

/** SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one, after which it recovers from its log. */
export const POSTGRES_STOP: StopPlan = [
  { signal: 'SIGINT', waitMs: 10_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 2_000 },
];

/** As in pg_ctl: the eighth line of postmaster.pid says when the server accepts connections. */
function isReady(dataFolder: string, pid: number): boolean {
  const lines = readPostmasterFile(dataFolder);
  return lines?.[0]?.trim() === String(pid) && lines[7]?.trim() === 'ready';
}

/**
 * Prepares a start. The caller owns the data folder by a lock, so a server still running on it was left by a killed supervisor. PostgreSQL itself would
 * refuse to start if the number in a stale file now belongs to any other program of the same user, which is common in containers.
 */
export async function clearPostmasterFile(dataFolder: string): Promise<void> {
  const pid = Number(readPostmasterFile(dataFolder)?.[0]);
  if (!Number.isInteger(pid) || pid <= 1) return;
  const identity = processIdentity(pid);
  if (identity !== undefined && servesFolder(pid, dataFolder) && !(await stopLeftover(pid, identity, POSTGRES_STOP))) {
    throw new SetupError(
      'DATABASE_STILL_RUNS',
      `A PostgreSQL (process ${pid}) still runs on ${dataFolder} and does not stop: end it with \`kill -QUIT ${pid}\`.`,
    );
  }
  rmSync(join(dataFolder, 'postmaster.pid'), { force: true });
}

function readPostmasterFile(dataFolder: string): string[] | undefined {
  const path = join(dataFolder, 'postmaster.pid');
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n') : undefined;
}

function servesFolder(pid: number, dataFolder: string): boolean {
  // Without /proc the file is trusted: refusing is better than running two servers on one folder.
  if (process.platform !== 'linux') return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(dataFolder);
  } catch {
    return false;
  }
}

interface InitialiseOptions {
  initdb: string;
  home: string;
  user: SystemUser | undefined;
  owner: string;
  password: string;
  log: Log;
}

/** Creates the data folder completely or not at all: a killed run leaves `data.new`, which the next one removes. */
export async function initialiseDatabase({ initdb, home, user, owner, password, log }: InitialiseOptions): Promise<void> {
  const half = join(home, 'data.new');
  const passwordFile = join(home, 'password.new');
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user !== undefined) for (const path of [half, passwordFile]) chownSync(path, user.uid, user.gid);
  const lines: string[] = [];
  const child = await startChild(
    initdb,
    [
      `--pgdata=${half}`,
      `--pwfile=${passwordFile}`,
      `--username=${owner}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The same collation on every machine, whatever locales it has.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    { log: (line) => lines.push(line), cwd: '/', env: postgresEnvironment(), user },
  );
  const { code } = await child.exited;
  rmSync(passwordFile, { force: true });
  if (code !== 0) {
    for (const line of lines) log(line);
    const reason = lines.findLast((line) => line.includes('initdb:')) ?? lines.at(-1) ?? `initdb ended with ${code ?? 'a signal'}`;
    throw new SetupError(
      'DATABASE_NOT_MADE',
      `The database could not be made in ${home} (${reason}): free space or rights are missing, or set DATABASE_URL.`,
    );
  }
  chmodSync(half, 0o700);
  if (!existsSync(join(home, 'data'))) renameSync(half, join(home, 'data'));
}

/** The developer's own PostgreSQL variables (PGDATA, PGPORT, …) must not reach the embedded server. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
}

/** Explains what PostgreSQL would report in terms that only its administrators know. */
export function requireUsable(dataFolder: string, majorVersion: string): void {
  const { uid } = statSync(dataFolder);
  const own = process.getuid?.();
  if (own !== undefined && own !== 0 && own !== uid) {
    throw new SetupError(
      'DATABASE_NOT_OURS',
      `The database folder ${dataFolder} belongs to another user (${uid}): start JuFi as that user or as root, or run \`chown -R ${own} ${dataFolder}\` as root.`,
    );
  }
  const versionFile = join(dataFolder, 'PG_VERSION');
  const found = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : undefined;
  if (found === undefined) throw brokenDatabase(dataFolder, 'PG_VERSION is missing');
  if (found !== majorVersion) throw brokenDatabase(dataFolder, `it was made by PostgreSQL ${found}, this is ${majorVersion}`);
}

function brokenDatabase(dataFolder: string, reason: string): SetupError {
  return new SetupError(
    'DATABASE_BROKEN',
    `The database in ${dataFolder} cannot be used (${reason}): restore it from a backup, or move the folder away to start empty.`,
  );
}

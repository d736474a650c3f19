import { totalmem } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

import { type Child, type Log, startChild, stopChild } from '../../processes/child-process.ts';
import { isPortFree } from '../../processes/find-free-port.ts';
import { SetupError } from '../../processes/setup-error.ts';
import { postgresEnvironment } from './initialise-database.ts';
import type { SystemUser } from './postgres-user.ts';
import { isReady, POSTGRES_STOP } from './postmaster-file.ts';
import { brokenDatabase } from './require-usable.ts';

const START_WITHIN_MS = 60_000;
/** Enough for what PostgreSQL says before it fails to start; a running server logs without end. */
const MOST_LINES = 100;

export interface RunPostgresOptions {
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

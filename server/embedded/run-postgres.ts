import { setTimeout as wait } from 'node:timers/promises';

import { type Child, type Log, startChild, stopChild } from '../../chain/child-process.ts';
import { isPortFree } from '../../chain/find-free-port.ts';
import { OperatorError } from '../../chain/operator-error.ts';
import { postgresEnvironment } from './initialise-database.ts';
import { type SystemUser } from './postgres-user.ts';
import { isReady, POSTGRES_STOP } from './postmaster-file.ts';
import { brokenDatabase } from './require-usable.ts';

const START_WITHIN_MS = 60_000;

export interface RunPostgresOptions {
  postgres: string;
  dataFolder: string;
  user: SystemUser | undefined;
  port: number;
  log: Log;
}

/** Returns when the server takes connections. */
export async function runPostgres({ postgres, dataFolder, user, port, log }: RunPostgresOptions): Promise<Child> {
  if (!(await isPortFree(port))) {
    throw new OperatorError(
      'DATABASE_PORT_TAKEN',
      `The port ${port} for the embedded PostgreSQL is taken by another program: end that program, then start again.`,
    );
  }
  const lines: string[] = [];
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=200',
    'fsync=on',
    'synchronous_commit=on',
    'full_page_writes=on',
    'timezone=UTC',
    'log_timezone=UTC',
  ];
  const child = await startChild(postgres, ['-D', dataFolder, ...settings.flatMap((setting) => ['-c', setting])], {
    cwd: '/',
    env: postgresEnvironment(),
    user,
    orphanSignal: 'INT',
    log: (line) => {
      log(line);
      if (lines.length < 100) lines.push(line);
    },
  });
  const deadline = performance.now() + START_WITHIN_MS;
  while (!isReady(dataFolder, child.pid)) {
    if (child.hasExited()) throw brokenDatabase(dataFolder, lastWords(lines));
    if (performance.now() > deadline) {
      await stopChild(child, POSTGRES_STOP);
      throw brokenDatabase(dataFolder, `PostgreSQL did not answer within ${START_WITHIN_MS / 1000} s`);
    }
    await wait(10);
  }
  return child;
}

/** PostgreSQL says why it gives up in the last line of that weight. */
function lastWords(lines: readonly string[]): string {
  const fatal = lines.findLast((line) => / (FATAL|PANIC): /.test(line));
  return fatal?.replace(/^.* (FATAL|PANIC): +/, '') ?? lines.at(-1) ?? 'PostgreSQL ended at once';
}

import { chmodSync, chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Log, startChild } from '../../processes/child-process.ts';
import { SetupError } from '../../processes/setup-error.ts';
import type { SystemUser } from './postgres-user.ts';

export interface InitialiseOptions {
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

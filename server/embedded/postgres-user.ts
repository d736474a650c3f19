import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';

import { SetupError } from '../../processes/setup-error.ts';

export interface SystemUser {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root, so root runs it as another user; everybody else runs it as themselves. */
export function postgresUser(dataFolder: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  // A folder created by a normal user keeps its owner, so that the next start without root still works.
  if (existsSync(dataFolder)) {
    const { uid, gid } = statSync(dataFolder);
    if (uid !== 0) return { uid, gid };
  }
  const user = findUser('postgres') ?? createUser('postgres') ?? findUser('nobody');
  if (user === undefined) {
    throw new SetupError(
      'NO_DATABASE_USER',
      'PostgreSQL does not run as root, and there is no user to run it as: start JuFi as a normal user, or set DATABASE_URL.',
    );
  }
  return user;
}

/** Tests it for real: permissions also come from access lists and mounts. */
export function canReach(path: string, user: SystemUser | undefined): boolean {
  if (user === undefined) return true;
  const probe = spawnSync('/bin/sh', ['-c', 'test -r "$1" && test -x "$1"', 'sh', path], { ...user, cwd: '/', stdio: 'ignore' });
  if (probe.error !== undefined) {
    throw new SetupError(
      'CANNOT_CHANGE_USER',
      `PostgreSQL does not run as root, and this root may not start a program as user ${user.uid}: start JuFi as a normal user, or set DATABASE_URL.`,
      { cause: probe.error },
    );
  }
  return probe.status === 0;
}

function findUser(name: string): SystemUser | undefined {
  if (!existsSync('/etc/passwd')) return undefined;
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.split(':');
  const [uid, gid] = [Number(entry?.[2]), Number(entry?.[3])];
  return Number.isInteger(uid) && Number.isInteger(gid) && uid > 0 ? { uid, gid } : undefined;
}

function createUser(name: string): SystemUser | undefined {
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name], { stdio: 'ignore' });
  } catch {
    // No useradd, or /etc is read-only: the caller has another user to try.
    return undefined;
  }
  return findUser(name);
}

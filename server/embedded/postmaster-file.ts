import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { StopPlan } from '../../processes/child-process.ts';
import { stopLeftover } from '../../processes/leftover-process.ts';
import { SetupError } from '../../processes/setup-error.ts';
import { processIdentity } from '../../processes/process-identity.ts';

/** SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one, after which it recovers from its log. */
export const POSTGRES_STOP: StopPlan = [
  { signal: 'SIGINT', waitMs: 10_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 2_000 },
];

/** As in pg_ctl: the eighth line of postmaster.pid says when the server accepts connections. */
export function isReady(dataFolder: string, pid: number): boolean {
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

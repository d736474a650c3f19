import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { StopPlan } from './child-process.ts';

const POLL_MS = 25;

/**
 * Distinguishes a process from a later one with the same id: the id, its start time, and the boot. `undefined` if there is no such process.
 */
export function processIdentity(pid: number): string | undefined {
  const started = process.platform === 'linux' ? startedOnLinux(pid) : startedElsewhere(pid);
  return started === undefined ? undefined : `${pid}@${started}`;
}

function startedOnLinux(pid: number): string | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`);
  const startTicks = stat && startTicksOf(stat);
  return startTicks && `${readIfThere('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}:${startTicks}`;
}

/**
 * A process's start time in clock ticks since the boot, from its line of proc_pid_stat(5); `undefined` if it has ended. If only its first
 * thread has ended (`Z`), the process hasn't: it still listens and holds its files.
 */
export function startTicksOf(stat: string): string | undefined {
  // The program's name is in parentheses and may itself contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, threads] = [fields[0], Number(fields[17])];
  return state === 'X' || (state === 'Z' && threads <= 1) ? undefined : fields[19];
}

function startedElsewhere(pid: number): string | undefined {
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return started.trim() || undefined;
  } catch {
    // `ps` exits with 1 if there is no such process.
    return undefined;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Stops a process left behind by a killed run. Does nothing if its id belongs to another process by now. */
export async function stopLeftover(pid: number, identity: string, plan: StopPlan): Promise<boolean> {
  for (const { signal, waitMs } of plan) {
    if (processIdentity(pid) !== identity) return true;
    process.kill(pid, signal);
    const deadline = performance.now() + waitMs;
    while (performance.now() < deadline && processIdentity(pid) === identity) await wait(POLL_MS);
  }
  return processIdentity(pid) !== identity;
}

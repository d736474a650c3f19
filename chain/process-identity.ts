import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Tells a process from another one that was given the same number later: its number, when it started, and the boot.
 * `undefined` when no such process runs.
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
 * When a process started, in clock ticks since the boot, by its line of proc_pid_stat(5); `undefined` when it has ended. A first thread that has ended
 * (`Z`) while others have not is no ended process: it still listens where it listened, and holds its files.
 */
export function startTicksOf(stat: string): string | undefined {
  // The program's name stands in brackets and may hold blanks and brackets itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, threads] = [fields[0], Number(fields[17])];
  return state === 'X' || (state === 'Z' && threads <= 1) ? undefined : fields[19];
}

function startedElsewhere(pid: number): string | undefined {
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return started.trim() || undefined;
  } catch {
    // `ps` ends with 1 when there is no such process.
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

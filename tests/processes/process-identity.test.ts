import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';

import { processIdentity, startTicksOf } from '../../processes/process-identity.ts';

/** A line of proc_pid_stat(5) for a program with a misleading name. */
const stat = (state: string, threads: number): string =>
  `42 (a) Z 1 (b) ${state} 1 42 42 0 -1 4194560 100 0 0 0 7 3 0 0 20 0 ${threads} 0 123456 36000000 5000 18446744073709551615`;

describe('a process', () => {
  test('runs as long as one of its threads does, even if its first one has ended', () => {
    expect(startTicksOf(stat('S', 8))).toBe('123456');
    expect(startTicksOf(stat('Z', 2))).toBe('123456');
    expect(startTicksOf(stat('Z', 1))).toBeUndefined();
    expect(startTicksOf(stat('X', 1))).toBeUndefined();
  });

  test('is distinguishable while it runs, and undefined once it has ended', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    const identity = processIdentity(pid);
    expect(identity).toMatch(new RegExp(`^${pid}@.`));
    expect(processIdentity(pid)).toBe(identity);
    expect(processIdentity(process.pid)).not.toBe(identity);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(processIdentity(pid)).toBeUndefined();
  });
});

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export type Log = (line: string) => void;

export interface ChildExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Child {
  pid: number;
  exited: Promise<ChildExit>;
  hasExited(): boolean;
  kill(signal: NodeJS.Signals): void;
}

export interface ChildOptions {
  log: Log;
  cwd?: string | undefined;
  env?: NodeJS.ProcessEnv | undefined;
  /** Used when root starts PostgreSQL as another user. */
  user?: { uid: number; gid: number } | undefined;
  /** Sent to the child if this process ends without stopping it, even by a kill. */
  orphanSignal?: 'INT' | 'TERM' | undefined;
}

/** Signals, each with the time to wait before the next one. */
export type StopPlan = readonly { signal: NodeJS.Signals; waitMs: number }[];

/**
 * Starts a program in its own process group: Ctrl-C in a terminal reaches every process in the foreground group, but the parts must be
 * stopped in order.
 */
export async function startChild(command: string, args: readonly string[], options: ChildOptions): Promise<Child> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    ...(options.user === undefined ? {} : options.user),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let ended = false;
  const exited = new Promise<ChildExit>((resolve) => {
    child.once('exit', (code, signal) => {
      ended = true;
      resolve({ code, signal });
    });
  });
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', options.log);
  const pid = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => {
      if (child.pid !== undefined) resolve(child.pid);
    });
  });
  child.on('error', (error) => options.log(error.message));
  if (options.orphanSignal !== undefined) {
    const stopGuarding = guard(pid, options.orphanSignal);
    void exited.then(stopGuarding);
  }
  return {
    pid,
    exited,
    hasExited: () => ended,
    kill: (signal) => {
      if (!ended) child.kill(signal);
    },
  };
}

/** The kernel closes the guard's input when this process ends, however it ends. */
function guard(pid: number, signal: string): () => void {
  const script = 'read -r _; kill -s "$1" "$2" 2>/dev/null';
  const watcher = spawn('/bin/sh', ['-c', script, 'sh', signal, String(pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a guard, the next start still cleans up.
  watcher.on('error', () => undefined);
  watcher.unref();
  return () => watcher.kill('SIGKILL');
}

/** Returns whether the program has ended after the whole plan. */
export async function stopChild(child: Pick<Child, 'exited' | 'hasExited' | 'kill'>, plan: StopPlan): Promise<boolean> {
  for (const { signal, waitMs } of plan) {
    if (child.hasExited()) return true;
    child.kill(signal);
    await Promise.race([child.exited, waitUnref(waitMs)]);
  }
  return child.hasExited();
}

function waitUnref(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

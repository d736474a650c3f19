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
  /** Root starts PostgreSQL as somebody else. */
  user?: { uid: number; gid: number } | undefined;
  /** Sent when this process has ended without stopping the child, killed even. */
  orphanSignal?: 'INT' | 'TERM' | undefined;
}

/** A signal and how long it may take before the next one is sent. */
export type StopPlan = readonly { signal: NodeJS.Signals; waitMs: number }[];

/**
 * Starts a program in a process group of its own: Ctrl-C in the terminal reaches every process of the foreground group,
 * and the parts must be stopped in their order instead.
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
  // Without a guard the next start still clears what was left behind.
  watcher.on('error', () => undefined);
  watcher.unref();
  return () => watcher.kill('SIGKILL');
}

/** Says whether the program has ended when the plan is through. */
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

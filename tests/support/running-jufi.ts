import { type ChildProcess, spawn } from 'node:child_process';
import { createConnection } from 'node:net';

import { findFreePort } from '../../processes/find-free-port.ts';

export interface RunningJufi {
  url: string;
  chainUrl: string;
  dataFolder: string;
  pid: number;
  output(): string;
  /** Resolves when the output contains the text; rejects if the process ends before. */
  says(text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export interface RunOptions {
  entry?: string;
  /** A folder whose package.json has a `start` script, to run by npm as people do. */
  npmFolder?: string;
  /** Another script of it. */
  npmScript?: string;
  dataFolder: string;
  environment?: Readonly<Record<string, string>>;
  /** Another user, for tests that run as root. */
  uid?: number | undefined;
}

/** Runs one of our servers as a separate process, on free ports. */
export async function runJufiProcess({
  entry = '',
  npmFolder,
  npmScript = 'start',
  dataFolder,
  environment = {},
  uid,
}: RunOptions): Promise<RunningJufi> {
  const [port, chainPort] = [
    environment['PORT'] ?? String(await findFreePort()),
    environment['CHAIN_PORT'] ?? String(await findFreePort()),
  ];
  const [command, args] =
    npmFolder === undefined ? [process.execPath, [entry]] : ['npm', ['run', npmScript, '--silent', '--prefix', npmFolder]];
  const child = spawn(command, args, {
    env: { ...cleanEnvironment(), DATA_DIR: dataFolder, PORT: port, CHAIN_PORT: chainPort, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid }),
  });
  const reader = readOutput(child);
  return {
    url: `http://127.0.0.1:${port}`,
    chainUrl: `http://127.0.0.1:${chainPort}`,
    dataFolder,
    pid: child.pid ?? 0,
    ...reader,
    kill: (signal) => void child.kill(signal),
  };
}

/** Sends raw bytes, which no HTTP client would, and returns the response's first line. */
export async function sendRaw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = createConnection({ host: hostname, port: Number(port) }, () => socket.write(bytes));
    socket.setTimeout(5_000, () => socket.destroy(new Error('No answer')));
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (answer.includes('\r\n\r\n')) socket.end();
    });
    socket.once('close', () => resolve(answer));
    socket.once('error', reject);
  });
}

function readOutput(child: ChildProcess): Pick<RunningJufi, 'output' | 'says' | 'exited'> {
  let text = '';
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const look of waiting) look();
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      wake();
    });
  }
  let ended = false;
  // 'close' comes after all output has been read; 'exit' may come before.
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => {
      ended = true;
      resolve({ code, signal });
      wake();
    });
  });
  return {
    output: () => text,
    exited,
    says: (wanted) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (text.includes(wanted)) resolve();
          else if (ended) reject(new Error(`It ended without saying "${wanted}":\n${text}`));
          else return;
          waiting.delete(look);
        };
        waiting.add(look);
        look();
      }),
  };
}

/** Keeps the tests' and vitest's own variables out of the process. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => ['PATH', 'HOME', 'LANG', 'TMPDIR', 'NODE_COMPILE_CACHE'].includes(name)),
  );
}

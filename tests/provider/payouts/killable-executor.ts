import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { OrderStage } from '../../../provider/payouts/executor.ts';

const PROCESS = fileURLToPath(new URL('./executor-process.ts', import.meta.url));

export interface KillableExecutor {
  /** Resolves when it has reported this; rejects if it ended before. */
  says: (word: OrderStage | 'READY') => Promise<void>;
  /** Kills it like a power cut. */
  kill: () => Promise<void>;
}

const WITHIN_MS = 60_000;

export interface ExecutorProcessOptions {
  databaseUrl: string;
  rpcUrl: string;
  now: Date;
  stopAt?: OrderStage;
}

export function startKillableExecutor({ databaseUrl, rpcUrl, now, stopAt }: ExecutorProcessOptions): KillableExecutor {
  const { PATH, NODE_COMPILE_CACHE = '' } = process.env;
  const environment = {
    PATH,
    NODE_COMPILE_CACHE,
    DATABASE_URL: databaseUrl,
    RPC_URL: rpcUrl,
    NOW: now.toISOString(),
    STOP_AT: stopAt ?? '',
  };
  const child = spawn(process.execPath, [PROCESS], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = new Set<string>();
  const logged: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => void logged.push(line));
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.add(line);
    child.emit(`says ${line}`);
  });
  return {
    says: async (word) => {
      if (said.has(word)) return;
      await Promise.race([once(child, `says ${word}`, { signal: AbortSignal.timeout(WITHIN_MS) }), once(child, 'exit')]).catch(
        () => undefined,
      );
      if (!said.has(word)) throw new Error(`the executor's process did not say ${word}:\n${logged.slice(-5).join('\n')}`);
    },
    kill: () => kill(child),
  };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

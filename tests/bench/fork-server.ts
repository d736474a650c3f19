import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface ForkedServer {
  child: ChildProcess;
  port: number;
  stop: () => Promise<void>;
}

/** Runs one of this folder's servers in its own process, over a database. Throws if it exits, rather than waiting for it forever. */
export async function forkServer(name: 'serve-site.ts' | 'serve-provider.ts', databaseUrl: string): Promise<ForkedServer> {
  const child = fork(join(import.meta.dirname, name), {
    env: { ...process.env, DATABASE_URL: databaseUrl, ...(name === 'serve-site.ts' && { NODE_ENV: 'production' }) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const told = await Promise.race([once(child, 'message'), ended.then(() => undefined)]);
  if (told === undefined) throw new Error(`${name} ended with ${child.exitCode ?? child.signalCode ?? 'nothing'} before it served anybody`);
  const [{ port }] = told as [{ port: number }];
  return {
    child,
    port,
    stop: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

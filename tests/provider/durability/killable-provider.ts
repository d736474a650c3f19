import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../../processes/find-free-port.ts';
import { type PostgresKind, startTestPostgres, type TestPostgres } from '../../support/test-postgres.ts';
import { prepareFor } from '../../support/server-role.ts';

const CLI = fileURLToPath(new URL('../../../provider/cli.ts', import.meta.url));

export interface KillablePair {
  url: string;
  /** Of the owner of the tables. */
  databaseUrl: string;
  /** Kills it like a power cut, and restarts it; resolves when it responds. */
  killProvider: () => Promise<void>;
  killPostgres: () => Promise<void>;
  stop: () => Promise<void>;
}

export interface PairOptions {
  postgresKind: PostgresKind;
  /** PostgreSQL's data folder. */
  folder: string;
  chainUrl: string;
  siteUrl: string;
}

/** A provider in its own process, on its own PostgreSQL; either may die at any moment. */
export async function startKillablePair({ postgresKind, folder, chainUrl, siteUrl }: PairOptions): Promise<KillablePair> {
  const startDatabase = (port?: number): Promise<TestPostgres> => startTestPostgres(postgresKind, { folder, log: () => undefined, port });
  let postgres = await startDatabase();
  const { url: databaseUrl, serverUrl, port: databasePort } = postgres;
  await prepareFor(serverUrl, databaseUrl);
  const port = await findFreePort();
  const startProvider = (): Promise<ChildProcess> =>
    spawnProvider({
      DATABASE_URL: serverUrl,
      CHAIN_RPC_URLS: chainUrl,
      PUBLIC_SITE_URL: siteUrl,
      PROVIDER_PORT: String(port),
      JUFI_ENV: 'production',
      // It starts many times.
      NODE_COMPILE_CACHE: join(folder, '../compiled'),
    });
  let provider = await startProvider();
  return {
    url: `http://127.0.0.1:${port}`,
    databaseUrl,
    killProvider: async () => {
      await kill(provider);
      provider = await startProvider();
    },
    killPostgres: async () => {
      process.kill(postgres.pid, 'SIGKILL');
      await postgres.exited;
      postgres = await startDatabase(databasePort);
    },
    stop: async () => {
      await kill(provider);
      await postgres.stop();
    },
  };
}

/** `cli` may be another version's. Rejects with what it complained of where it ends instead of starting. */
export async function spawnProvider(environment: Record<string, string>, cli = CLI): Promise<ChildProcess> {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [cli], {
    cwd: join(dirname(cli), '..'),
    env: { PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('the provider answers')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the provider ended with ${code ?? 'a signal'} instead of starting: ${complaint}`)));
  });
  return child;
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

import type { ChildExit, Log } from '../../processes/child-process.ts';
import { startPostgres } from '../../server/embedded/postgres.ts';
import { startSecondPostgres } from './second-postgres.ts';

/** The two servers used by the tests. */
export type PostgresKind = 'embedded' | 'second';

export interface TestPostgresOptions {
  folder: string;
  log: Log;
  port?: number | undefined;
}

export interface TestPostgres {
  /** Of the role that owns the tables. */
  url: string;
  /** Of the role that the server works with. */
  serverUrl: string;
  /** Uses a role with rights JuFi's lacks. */
  adminUrl: string;
  port: number;
  pid: number;
  stop: () => Promise<void>;
  exited: Promise<ChildExit>;
}

export async function startTestPostgres(kind: PostgresKind, options: TestPostgresOptions): Promise<TestPostgres> {
  if (kind === 'second') return startSecondPostgres(options);
  const server = await startPostgres(options);
  return { ...server, url: server.ownerUrl, serverUrl: server.url, adminUrl: server.ownerUrl };
}

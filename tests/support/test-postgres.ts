import { type ChildExit, type Log } from '../../chain/child-process.ts';
import { startPostgres } from '../../server/embedded/postgres.ts';
import { startSecondPostgres } from './second-postgres.ts';

/** The two servers that the tests know. */
export type PostgresKind = 'embedded' | 'second';

export interface TestPostgresOptions {
  folder: string;
  log: Log;
  port?: number | undefined;
}

export interface TestPostgres {
  /** What JuFi would be told as DATABASE_URL. */
  url: string;
  /** With a role that may do what JuFi's may not. */
  adminUrl: string;
  port: number;
  pid: number;
  stop: () => Promise<void>;
  exited: Promise<ChildExit>;
}

export async function startTestPostgres(kind: PostgresKind, options: TestPostgresOptions): Promise<TestPostgres> {
  if (kind === 'second') return startSecondPostgres(options);
  const server = await startPostgres(options);
  return { ...server, adminUrl: server.url };
}

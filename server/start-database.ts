import type { Logger } from 'pino';

import { SetupError } from '../processes/setup-error.ts';
import { firstDatabaseUrl } from '../provider/db/database-address.ts';
import { createPool } from '../provider/db/pool.ts';
import { startPostgres } from './embedded/postgres.ts';
import type { Parts } from './parts.ts';

export interface DatabaseOptions {
  /** The operator's own; if absent, an embedded one below `folder`. */
  databaseUrl: string | undefined;
  folder: string;
  parts: Parts;
  log: Logger;
  fail: (error: SetupError) => void;
}

const OLDEST_VERSION = 150_000;

export interface StartedDatabase {
  databaseUrl: string;
  /** Owner of the embedded one's tables, so that the server itself works without rights to alter them. */
  ownerUrl: string | undefined;
}

export async function startDatabase({ databaseUrl, folder, parts, log, fail }: DatabaseOptions): Promise<StartedDatabase> {
  if (databaseUrl !== undefined) {
    await requireUsableDatabase(databaseUrl);
    return { databaseUrl, ownerUrl: undefined };
  }
  const postgres = await startPostgres({ folder, log: (line) => log.info({ part: 'database' }, line) });
  let stopping = false;
  parts.add('database', () => {
    stopping = true;
    return postgres.stop();
  });
  void postgres.exited.then(({ code, signal }) => {
    if (stopping) return;
    fail(
      new SetupError(
        'DATABASE_ENDED',
        `The embedded PostgreSQL ended by itself (${signal ?? `code ${code ?? 0}`}). Nothing is lost: start JuFi again.`,
      ),
    );
  });
  return { databaseUrl: postgres.url, ownerUrl: postgres.ownerUrl };
}

/** Without its password. */
export function shownDatabase(databaseUrl: string): string {
  const url = firstDatabaseUrl(databaseUrl);
  url.password = '';
  url.search = '';
  return url.href;
}

async function requireUsableDatabase(databaseUrl: string): Promise<void> {
  const pool = createPool(databaseUrl, { max: 1 });
  try {
    const { rows } = await pool.query<{ version: number; name: string }>(
      "SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name",
    );
    const [found] = rows;
    if (found !== undefined && found.version < OLDEST_VERSION) {
      throw new SetupError('DATABASE_TOO_OLD', `DATABASE_URL points to PostgreSQL ${found.name}, but JuFi needs 15 or newer.`);
    }
  } catch (cause) {
    if (cause instanceof SetupError) throw cause;
    throw new SetupError(
      'DATABASE_UNREACHABLE',
      `DATABASE_URL points to ${shownDatabase(databaseUrl)}, which can’t be used (${reason(cause)}): check address, user and password.`,
      { cause },
    );
  } finally {
    await pool.end().catch(() => undefined);
  }
}

/** A failure to connect over both IPv4 and IPv6 has a list of causes and an empty message. */
function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join('; ');
  return error instanceof Error ? error.message : String(error);
}

import { randomUUID } from 'node:crypto';
import { escapeIdentifier, Pool } from 'pg';
import { inject } from 'vitest';

import { databaseUrl } from './on-server.ts';

export interface FreshDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Creates a database on the run's PostgreSQL, empty or copied from another. */
export async function freshDatabase(template = 'template1'): Promise<FreshDatabase> {
  const serverUrl = inject('databaseServerUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await keptOpen(serverUrl).query(`CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(template)} STRATEGY wal_log`);
  return {
    url: databaseUrl(serverUrl, name),
    // As admin, because its owner may not terminate autovacuum on it.
    drop: async () => {
      await keptOpen(inject('databaseAdminUrl')).query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`);
    },
  };
}

const open = new Map<string, Pool>();

/** One connection, as long as the worker lives: the first copy that a connection makes takes four times as long as the next. */
function keptOpen(url: string): Pool {
  const known = open.get(url);
  if (known) return known;
  const pool = new Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // The server ends before its last worker.
  pool.on('error', () => undefined);
  open.set(url, pool);
  return pool;
}

import { randomUUID } from 'node:crypto';
import { escapeIdentifier } from 'pg';
import { inject } from 'vitest';

import { databaseUrl, onServer } from './on-server.ts';

export interface FreshDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Creates a database on the run's PostgreSQL, empty or copied from another. */
export async function freshDatabase(template = 'template1'): Promise<FreshDatabase> {
  const serverUrl = inject('databaseServerUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, (client) =>
    client.query(`CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(template)} STRATEGY wal_log`),
  );
  return {
    url: databaseUrl(serverUrl, name),
    // As admin, because its owner may not terminate autovacuum on it.
    drop: async () => {
      await onServer(inject('databaseAdminUrl'), (client) =>
        client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`),
      );
    },
  };
}

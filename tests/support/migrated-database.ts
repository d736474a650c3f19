import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeIdentifier } from 'pg';
import { inject } from 'vitest';

import { migrate } from '../../provider/db/migrate.ts';
import { serverTables } from '../../provider/db/roles.ts';
import { type FreshDatabase, freshDatabase } from './fresh-database.ts';
import { databaseUrl, onServer } from './on-server.ts';
import { grantServerRole } from './server-role.ts';

const MIGRATIONS = join(import.meta.dirname, '../../provider/db/migrations');

/** Creates a fully migrated database by copying, which takes a third of the time. */
export async function migratedDatabase(): Promise<FreshDatabase> {
  const template = `migrated_${migrationsHash()}`;
  await ensureTemplate(template);
  return freshDatabase(template);
}

/** Created by the first worker that needs it, and renamed once complete. */
async function ensureTemplate(template: string): Promise<void> {
  const serverUrl = inject('databaseServerUrl');
  await onServer(serverUrl, async (client) => {
    const isThere = async (): Promise<boolean> =>
      (await client.query('select from pg_database where datname = $1', [template])).rowCount === 1;
    if (await isThere()) return;
    await client.query(`select pg_advisory_lock(hashtext('template of the tests'))`);
    if (await isThere()) return;
    const half = `${template}_half`;
    await client.query(`drop database if exists ${escapeIdentifier(half)}`);
    await client.query(`create database ${escapeIdentifier(half)}`);
    await migrate(databaseUrl(serverUrl, half));
    await grantServerRole(databaseUrl(serverUrl, half));
    await client.query(`alter database ${escapeIdentifier(half)} rename to ${escapeIdentifier(template)}`);
  });
}

function migrationsHash(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(MIGRATIONS).toSorted()) hash.update(name).update(readFileSync(join(MIGRATIONS, name)));
  hash.update(JSON.stringify(serverTables));
  return hash.digest('hex').slice(0, 16);
}

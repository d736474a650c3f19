import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeIdentifier } from 'pg';
import { inject } from 'vitest';

import { migrate } from '../../provider/db/migrate.ts';
import { serverTables } from '../../provider/db/roles.ts';
import { defaultEconomy, type Economy } from '../../provider/economy.ts';
import { prepareDatabase } from '../../provider/prepare-database.ts';
import { type FreshDatabase, freshDatabase } from './fresh-database.ts';
import { leaseDatabase, type LeasedDatabase } from './leased-database.ts';
import { databaseUrl, onServer } from './on-server.ts';
import { grantServerRole } from './server-role.ts';

const MIGRATIONS = join(import.meta.dirname, '../../provider/db/migrations');

/** Creates a fully migrated database by copying, which takes a third of the time. */
export async function migratedDatabase(): Promise<FreshDatabase> {
  const template = `migrated_${migrationsHash()}`;
  await ensureTemplate(template, async (url) => {
    await migrate(url);
    await grantServerRole(url);
  });
  return freshDatabase(template);
}

/** One that a process of the server's role can start on: with terms, too, by default those of the source, since the given moment. */
export async function preparedDatabase(now: Date, economy: Economy = defaultEconomy): Promise<LeasedDatabase> {
  const template = `prepared_${migrationsHash(JSON.stringify([economy, now]))}`;
  await ensureTemplate(template, async (ownerUrl) => {
    const serverRole = new URL(inject('serverRoleUrl')).username;
    await prepareDatabase({ ownerUrl, serverRole, hasQueue: false, isProduction: false, economy, clock: () => now });
  });
  return leaseDatabase(template);
}

const ready = new Map<string, Promise<void>>();

function ensureTemplate(template: string, fill: (ownerUrl: string) => Promise<void>): Promise<void> {
  const made = ready.get(template) ?? makeTemplate(template, fill);
  ready.set(template, made);
  return made;
}

/** Created by the first worker that needs it, and renamed once complete. */
async function makeTemplate(template: string, fill: (ownerUrl: string) => Promise<void>): Promise<void> {
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
    await fill(databaseUrl(serverUrl, half));
    await client.query(`alter database ${escapeIdentifier(half)} rename to ${escapeIdentifier(template)}`);
  });
}

function migrationsHash(more = ''): string {
  const hash = createHash('sha256').update(more);
  for (const name of readdirSync(MIGRATIONS).toSorted()) hash.update(name).update(readFileSync(join(MIGRATIONS, name)));
  hash.update(JSON.stringify(serverTables));
  return hash.digest('hex').slice(0, 16);
}

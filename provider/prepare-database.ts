import { type Clock, systemClock } from '../src/lib/clock.ts';
import type { Logger } from 'pino';
import { createDatabase, type Database } from './db/database.ts';
import { inTransaction } from './db/in-transaction.ts';
import { migrate, MigrationError, missingMigrations, underMigrationLock } from './db/migrate.ts';
import { createPool } from './db/pool.ts';
import { recordRole, renewRights } from './db/roles.ts';
import type { Economy } from './economy.ts';
import { installQueue } from './jobs/start-jobs.ts';
import { establishTerms, readVersion } from './terms/terms-versions.ts';
import type { TermsVersion } from './terms/schema.ts';

export interface Preparation {
  /** Of the role that owns JuFi's tables, or is to own them. */
  ownerUrl: string;
  isProduction: boolean;
  /** Name of an existing role that the server works with, and pays out with, as in development. */
  serverRole?: string | undefined;
  hasQueue?: boolean;
  /** Replaces the terms in force. */
  economy?: Economy | undefined;
  clock?: Clock;
  log?: Pick<Logger, 'info' | 'warn'>;
}

/** What was done: the migrations that were missing, and the first terms if there were none. */
export interface Prepared {
  applied: readonly string[];
  terms: TermsVersion | null;
}

/** Brings a database to this version, as the owner of its tables: migrations, the queue of jobs, the rights of the other roles, and terms. */
export async function prepareDatabase(given: Preparation): Promise<Prepared> {
  const { ownerUrl, serverRole, hasQueue = true, isProduction, economy, clock = systemClock, log } = given;
  const applied = await migrate(ownerUrl);
  if (hasQueue) await installQueue(ownerUrl);
  const pool = createPool(ownerUrl, { max: 4 });
  try {
    const database = createDatabase(pool);
    await underMigrationLock(pool, () =>
      inTransaction(database, async (tx) => {
        if (serverRole !== undefined) for (const part of ['SERVER', 'PAYOUTS'] as const) await recordRole(tx, part, serverRole);
        await renewRights(tx);
      }),
    );
    const terms = await establishTerms({ database, clock, ...(log === undefined ? {} : { log }) }, isProduction, economy);
    return { applied, terms };
  } finally {
    await pool.end();
  }
}

/** Throws a MigrationError unless the owner has brought the database to this version. */
export async function requirePrepared(database: Database): Promise<void> {
  const missing = await missingMigrations(database.$client);
  if (missing.length === 0 && (await readVersion(database)) !== undefined) return;
  throw new MigrationError(
    'MIGRATION_MISSING',
    [
      `The database isn't at this version${missing.length === 0 ? '' : `: it lacks ${missing.join(', ')}`}.`,
      'This process may not change its tables: run `migrate` with the DATABASE_URL of their owner first.',
    ].join(' '),
  );
}

import { desc, eq, sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../../src/lib/clock.ts';
import type { Database, Queryable, Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { defaultEconomy, type Economy, readKeptEconomy } from '../economy.ts';
import { openTreasury } from '../modules/treasury/treasury-supply.ts';
import { terms, type TermsVersion } from './schema.ts';

interface Parts {
  database: Database;
  clock: Clock;
  log?: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Gives a database without terms those of the source, as version 1. `wanted` replaces whatever is in force, for callers that start a provider with their
 * own terms. Returns the terms in force.
 */
export async function establishTerms(
  { database, clock, log }: Parts,
  isProduction: boolean,
  wanted?: Economy,
): Promise<TermsVersion | null> {
  const isFirst = (await readVersion(database)) === undefined;
  if (!isFirst && wanted === undefined) return null;
  const order = { appliedBy: 'the program', reason: isFirst ? 'the first start' : 'a start with other terms', now: clock() };
  const applied = await inTransaction(database, async (transaction) => {
    if (wanted === undefined && (await readVersion(transaction)) !== undefined) return null;
    return appendTerms(transaction, { economy: wanted ?? defaultEconomy, ...order });
  });
  if (applied === null) return null;
  const { number, hash } = applied;
  if (wanted === undefined && isProduction)
    log?.warn(
      { number, hash },
      'the terms of the source are in force: look at them with `terms show`, and put your own in force with `terms apply`',
    );
  else log?.info({ number, hash }, 'put terms in force');
  return applied;
}

interface NewTerms {
  economy: Economy;
  appliedBy: string;
  reason: string;
  despite?: string | null;
  now: Date;
}

/** Makes terms the next version. All deals wait until the transaction ends. Null if they are in force already. */
export async function appendTerms(
  transaction: Transaction,
  { economy, appliedBy, reason, despite = null, now }: NewTerms,
): Promise<TermsVersion | null> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('jufi terms'))`);
  const [latest] = await transaction.select().from(terms).orderBy(desc(terms.number)).limit(1);
  const hash = hashTerms(economy);
  if (latest !== undefined && hashTerms(readKeptEconomy(latest.document)) === hash) return null;
  const at = latest !== undefined && latest.at > now ? latest.at : now;
  const next = { number: (latest?.number ?? 0) + 1, at, appliedBy, reason, despite, document: economy, hash };
  await transaction.insert(terms).values(next);
  await openTreasury(transaction, economy);
  return next;
}

/** The version with this number, or the one in force. */
export async function readVersion(database: Queryable, number?: number): Promise<TermsVersion | undefined> {
  const [version] = await database
    .select()
    .from(terms)
    .where(number === undefined ? undefined : eq(terms.number, number))
    .orderBy(desc(terms.number))
    .limit(1);
  return version;
}

/** All versions without their content, from the first to the one in force. */
export function readHistory(database: Queryable): Promise<Omit<TermsVersion, 'document'>[]> {
  const { number, at, appliedBy, reason, despite, hash } = terms;
  return database.select({ number, at, appliedBy, reason, despite, hash }).from(terms).orderBy(number);
}

/** Equal for equal terms, regardless of a file's order and whitespace. */
export function hashTerms(economy: Economy): string {
  return createHash('sha256')
    .update(JSON.stringify(sortKeys(economy)))
    .digest('hex');
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}

import type { Logger } from 'pino';
import type { Clock } from '../../src/lib/clock.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { defaultEconomy, type Economy } from '../economy.ts';
import { appendTerms } from './append-terms.ts';
import { readVersion } from './read-versions.ts';
import type { TermsVersion } from './schema.ts';

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

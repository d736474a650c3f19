import { desc, sql } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { type Economy, readKeptEconomy } from '../economy.ts';
import { openTreasury } from '../modules/treasury/open-treasury.ts';
import { hashTerms } from './hash-terms.ts';
import { terms, type TermsVersion } from './schema.ts';

export interface NewTerms {
  economy: Economy;
  appliedBy: string;
  reason: string;
  now: Date;
}

/** Makes terms the next version. All deals wait until the transaction ends. Null if they are in force already. */
export async function appendTerms(transaction: Transaction, { economy, appliedBy, reason, now }: NewTerms): Promise<TermsVersion | null> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('jufi terms'))`);
  const [latest] = await transaction.select().from(terms).orderBy(desc(terms.number)).limit(1);
  const hash = hashTerms(economy);
  if (latest !== undefined && hashTerms(readKeptEconomy(latest.document)) === hash) return null;
  const at = latest !== undefined && latest.at > now ? latest.at : now;
  const next = { number: (latest?.number ?? 0) + 1, at, appliedBy, reason, document: economy, hash };
  await transaction.insert(terms).values(next);
  await openTreasury(transaction, economy);
  return next;
}

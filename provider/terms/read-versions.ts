import { desc, eq } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { terms, type TermsVersion } from './schema.ts';

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
  const { number, at, appliedBy, reason, hash } = terms;
  return database.select({ number, at, appliedBy, reason, hash }).from(terms).orderBy(number);
}

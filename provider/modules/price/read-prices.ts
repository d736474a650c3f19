import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm';
import { type Queryable } from '../../db/database.ts';
import { priceSample } from './schema.ts';

export const PRICE_DECIMALS = 18;

export interface PricePoint {
  at: Date;
  price18: bigint;
}

/** The newest price of each token; null where none was ever read. */
export async function currentPrices(database: Queryable, now: Date): Promise<{ JU: PricePoint | null; JUF: PricePoint | null }> {
  const [ju, juf] = await Promise.all([newest(database, 'JU', now), newest(database, 'JUF', now)]);
  return { JU: ju, JUF: juf };
}

/** The last price of each UTC day, oldest first; today's is the price now. */
export async function dailyPrices(database: Queryable, token: 'JU' | 'JUF', now: Date, days: number): Promise<PricePoint[]> {
  const day = sql`date_trunc('day', ${priceSample.at} at time zone 'UTC')`;
  const since = new Date(now.getTime() - days * 86_400_000);
  return database
    .selectDistinctOn([day], { at: priceSample.at, price18: priceSample.price18 })
    .from(priceSample)
    .where(and(eq(priceSample.token, token), gt(priceSample.at, since), lte(priceSample.at, now)))
    .orderBy(asc(day), desc(priceSample.at));
}

async function newest(database: Queryable, token: 'JU' | 'JUF', now: Date): Promise<PricePoint | null> {
  const [found] = await database
    .select({ at: priceSample.at, price18: priceSample.price18 })
    .from(priceSample)
    .where(and(eq(priceSample.token, token), lte(priceSample.at, now)))
    .orderBy(desc(priceSample.at))
    .limit(1);
  return found ?? null;
}

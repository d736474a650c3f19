import { type Queryable } from '../../db/database.ts';
import { priceSample } from './schema.ts';

/** Keeps a price: USDT for one whole token, in units of 10^-18. A second sample of the same moment changes nothing. */
export async function recordPrice(database: Queryable, token: 'JU' | 'JUF', at: Date, price18: bigint): Promise<void> {
  await database.insert(priceSample).values({ token, at, price18 }).onConflictDoNothing();
}

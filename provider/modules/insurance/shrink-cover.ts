import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { pooledAccount, promiseAccount } from '../../ledger/account.ts';
import type { Entry } from '../../ledger/plan-postings.ts';
import { greatestPayout } from './insurance-terms.ts';
import { insurance } from './schema.ts';

/**
 * Removes claimed JUF from the cover of its purchases, and returns the ledger entries that release the excess reserve. What is claimed after an insurance's
 * last moment was covered until then, however late it's settled.
 */
export async function shrinkCover(transaction: Transaction, claims: ReadonlyMap<string, bigint>, now: Date): Promise<Entry[]> {
  const insured = await transaction
    .select()
    .from(insurance)
    .where(and(inArray(insurance.purchaseId, [...claims.keys()]), eq(insurance.status, 'ACTIVE'), gt(insurance.expiresAt, now)))
    .orderBy(asc(insurance.id))
    .for('update');
  const entries: Entry[] = [];
  for (const cover of insured) {
    const coveredJuf = cover.coveredJuf - (claims.get(cover.purchaseId) ?? 0n);
    const maxPayoutUsdt = greatestPayout({ ...cover, coveredJuf });
    await transaction.update(insurance).set({ coveredJuf, maxPayoutUsdt }).where(eq(insurance.id, cover.id));
    const releasedUsdt = cover.maxPayoutUsdt - maxPayoutUsdt;
    entries.push(
      { account: promiseAccount('INSURANCE_POOL_RESERVED', cover.id), token: 'USDT', amountBaseUnits: -releasedUsdt },
      { account: pooledAccount('INSURANCE_POOL_FREE'), token: 'USDT', amountBaseUnits: releasedUsdt },
    );
  }
  return entries;
}

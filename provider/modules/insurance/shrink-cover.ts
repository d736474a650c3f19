import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { pooledAccount, promiseAccount } from '../../ledger/account.ts';
import type { Entry } from '../../ledger/plan-postings.ts';
import { greatestPayout } from './insurance-terms.ts';
import { insurance } from './schema.ts';

/** What claims take out of a cover: the ledger entries that release its excess reserve, and its new figures, kept once those are posted. */
interface Shrunk {
  entries: Entry[];
  keep: () => Promise<void>;
}

/**
 * Removes claimed JUF from the cover of its purchases, locked until the transaction ends. What is claimed after an insurance's last moment was covered until
 * then, however late it's settled.
 */
export async function shrinkCover(transaction: Transaction, claims: ReadonlyMap<string, bigint>, now: Date): Promise<Shrunk> {
  const insured = await transaction
    .select()
    .from(insurance)
    .where(and(inArray(insurance.purchaseId, [...claims.keys()]), eq(insurance.status, 'ACTIVE'), gt(insurance.expiresAt, now)))
    .orderBy(asc(insurance.id))
    .for('update');
  const shrunk = insured.map((cover) => {
    const coveredJuf = cover.coveredJuf - (claims.get(cover.purchaseId) ?? 0n);
    const maxPayoutUsdt = greatestPayout({ ...cover, coveredJuf });
    return { id: cover.id, coveredJuf, maxPayoutUsdt, releasedUsdt: cover.maxPayoutUsdt - maxPayoutUsdt };
  });
  return {
    entries: shrunk.flatMap(({ id, releasedUsdt }): Entry[] => [
      { account: promiseAccount('INSURANCE_POOL_RESERVED', id), token: 'USDT', amountBaseUnits: -releasedUsdt },
      { account: pooledAccount('INSURANCE_POOL_FREE'), token: 'USDT', amountBaseUnits: releasedUsdt },
    ]),
    keep: async () => {
      for (const { id, coveredJuf, maxPayoutUsdt } of shrunk)
        await transaction.update(insurance).set({ coveredJuf, maxPayoutUsdt }).where(eq(insurance.id, id));
    },
  };
}

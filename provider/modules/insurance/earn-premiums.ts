import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { pooledAccount, promiseAccount } from '../../ledger/account.ts';
import type { Entry } from '../../ledger/plan-postings.ts';
import { postTransaction } from '../../ledger/post.ts';
import type { Services } from '../../provider-services.ts';
import { unusedPremium } from './insurance-terms.ts';
import { insurance } from './schema.ts';

const BATCH = 200;

/**
 * Moves the earned part of all running premiums into the insurance pool, where it covers new promises. Runs as a job, about daily. How often it runs and in
 * how many processes only affects when the pool gets it, because an insurance hands over the rest when it ends. Returns the amount moved.
 */
export async function earnPremiums({ database }: Pick<Services, 'database'>, now: Date): Promise<bigint> {
  let total = 0n;
  for (let after: string | undefined; ;) {
    const batch = await inTransaction(database, (transaction) => earnBatch(transaction, now, after));
    total += batch.earnedUsdt;
    if (batch.last === undefined) return total;
    after = batch.last;
  }
}

async function earnBatch(
  transaction: Transaction,
  now: Date,
  after: string | undefined,
): Promise<{ earnedUsdt: bigint; last: string | undefined }> {
  const covers = await transaction
    .select()
    .from(insurance)
    .where(and(eq(insurance.status, 'ACTIVE'), after === undefined ? undefined : gt(insurance.id, after)))
    .orderBy(asc(insurance.id))
    .limit(BATCH)
    .for('update', { skipLocked: true });
  const earned = covers
    .map((cover) => ({ id: cover.id, usdt: cover.premiumUsdt - cover.earnedUsdt - unusedPremium(cover, now) }))
    .filter(({ usdt }) => usdt > 0n);
  const earnedUsdt = earned.reduce((sum, { usdt }) => sum + usdt, 0n);
  if (earnedUsdt > 0n) {
    const entries = earned.map(({ id, usdt }): Entry => ({
      account: promiseAccount('UNEARNED_PREMIUM', id),
      token: 'USDT',
      amountBaseUnits: -usdt,
    }));
    const gain: Entry = { account: pooledAccount('INSURANCE_POOL_FREE'), token: 'USDT', amountBaseUnits: earnedUsdt };
    await postTransaction(transaction, { id: v7({ msecs: now.getTime() }), kind: 'PREMIUM', occurredAt: now, entries: [...entries, gain] });
  }
  for (const { id, usdt } of earned) {
    await transaction
      .update(insurance)
      .set({ earnedUsdt: sql`${insurance.earnedUsdt} + ${usdt.toString()}` })
      .where(eq(insurance.id, id));
  }
  return { earnedUsdt, last: covers.at(-1)?.id };
}

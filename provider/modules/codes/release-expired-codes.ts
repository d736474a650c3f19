import { and, asc, inArray, isNull, lte } from 'drizzle-orm';
import { v7 } from 'uuid';
import { inTransaction } from '../../db/in-transaction.ts';
import { pooledAccount, promiseAccount } from '../../ledger/account.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';
import type { Services } from '../../provider-services.ts';
import { activationCode } from './schema.ts';

const BATCH = 200;

/** For a job: returns the JUF reserved for expired codes to the reward pool. Returns how many there were. */
export async function releaseExpiredCodes({ database, clock }: Pick<Services, 'database' | 'clock'>): Promise<number> {
  for (let released = 0; ;) {
    const count = await inTransaction(database, async (transaction) => {
      const now = clock();
      const expired = await transaction
        .select({ id: activationCode.id, juf: activationCode.juf })
        .from(activationCode)
        .where(and(lte(activationCode.expiresAt, now), isNull(activationCode.usedAt), isNull(activationCode.releasedAt)))
        .orderBy(asc(activationCode.expiresAt))
        .limit(BATCH)
        .for('update', { skipLocked: true });
      if (expired.length === 0) return 0;
      const entries = expired.flatMap(({ id, juf }) =>
        juf === null
          ? []
          : [
              { account: promiseAccount('REWARD_POOL_RESERVED', id), token: 'JUF' as const, amountBaseUnits: -juf },
              { account: pooledAccount('REWARD_POOL_FREE'), token: 'JUF' as const, amountBaseUnits: juf },
            ],
      );
      if (entries.length > 0)
        await postTransaction(transaction, { id: v7({ msecs: now.getTime() }), kind: 'CODE', occurredAt: now, entries });
      const ids = expired.map(({ id }) => id);
      await transaction.update(activationCode).set({ releasedAt: now }).where(inArray(activationCode.id, ids));
      return expired.length;
    });
    released += count;
    if (count < BATCH) return released;
  }
}

import { and, asc, eq, inArray, isNull, lte, or, type SQL } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { pooledAccount, promiseAccount } from '../../ledger/account.ts';
import { postTransaction } from '../../ledger/post.ts';
import type { Services } from '../../provider-services.ts';
import { hashSecret } from '../../secrets.ts';
import { readCode } from './code-text.ts';
import { activationCode } from './schema.ts';

const BATCH = 200;

/** For a job: returns the JUF reserved for expired codes to the reward pool. Returns how many there were. */
export async function releaseExpiredCodes({ database, clock }: Pick<Services, 'database' | 'clock'>): Promise<number> {
  for (let released = 0; ;) {
    const count = await inTransaction(database, (transaction) => {
      const now = clock();
      return release(transaction, lte(activationCode.expiresAt, now), now);
    });
    released += count;
    if (count < BATCH) return released;
  }
}

/** For the operator: ends codes that nobody has used yet, one by its id or its text, or all that were issued together at that moment. Returns how many. */
export async function revokeCodes(transaction: Transaction, which: string | Date, now: Date): Promise<number> {
  const text = typeof which === 'string' ? readCode(which) : null;
  const wanted =
    which instanceof Date
      ? eq(activationCode.issuedAt, which)
      : or(
          text === null ? undefined : eq(activationCode.codeHash, hashSecret(text)),
          isUuid(which) ? eq(activationCode.id, which) : undefined,
        );
  if (wanted === undefined) return 0;
  for (let revoked = 0; ;) {
    const count = await release(transaction, wanted, now);
    revoked += count;
    if (count < BATCH) return revoked;
  }
}

async function release(transaction: Transaction, which: SQL, now: Date): Promise<number> {
  const ended = await transaction
    .select({ id: activationCode.id, juf: activationCode.juf })
    .from(activationCode)
    .where(and(which, isNull(activationCode.usedAt), isNull(activationCode.releasedAt)))
    .orderBy(asc(activationCode.expiresAt))
    .limit(BATCH)
    .for('update', { skipLocked: true });
  if (ended.length === 0) return 0;
  const entries = ended.flatMap(({ id, juf }) =>
    juf === null
      ? []
      : [
          { account: promiseAccount('REWARD_POOL_RESERVED', id), token: 'JUF' as const, amountBaseUnits: -juf },
          { account: pooledAccount('REWARD_POOL_FREE'), token: 'JUF' as const, amountBaseUnits: juf },
        ],
  );
  if (entries.length > 0) await postTransaction(transaction, { id: v7({ msecs: now.getTime() }), kind: 'CODE', occurredAt: now, entries });
  const ids = ended.map(({ id }) => id);
  await transaction.update(activationCode).set({ releasedAt: now }).where(inArray(activationCode.id, ids));
  return ended.length;
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

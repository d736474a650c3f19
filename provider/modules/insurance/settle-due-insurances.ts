import { and, asc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { memberAccount, pooledAccount, promiseAccount } from '../../ledger/account.ts';
import type { Entry } from '../../ledger/plan-postings.ts';
import { postTransaction } from '../../ledger/post.ts';
import type { Services } from '../../provider-services.ts';
import { greatestPayout, payoutAt, unusedPremium } from './insurance-terms.ts';
import { insurance, type Insurance } from './schema.ts';

export interface Settlements {
  paid: number;
  expired: number;
  /** Due, but the chain hasn't been read beyond their last moment, or has no price for it yet: they're settled in a later run. */
  waiting: number;
}

type SettlingServices = Pick<Services, 'database' | 'prices'>;
type Outcome = keyof Settlements | 'SETTLED_BY_ANOTHER';

const BATCH = 200;

/**
 * Settles every due insurance, each in its own transaction, so that a failure doesn't undo the earlier ones. Safe to run concurrently and repeatedly: the
 * price is that of the insurance's last moment, so it doesn't matter when it's settled.
 */
export async function settleDueInsurances(services: SettlingServices, now: Date): Promise<Settlements> {
  const settlements: Settlements = { paid: 0, expired: 0, waiting: 0 };
  const failures: unknown[] = [];
  let after: Due | undefined;
  for (;;) {
    const due = await findDue(services, now, after);
    for (const { id } of due) {
      try {
        const outcome = await inTransaction(services.database, (transaction) => settle(transaction, services, id, now));
        if (outcome !== 'SETTLED_BY_ANOTHER') settlements[outcome] += 1;
      } catch (error) {
        // One that can't be settled must not block those after it.
        failures.push(error);
      }
    }
    after = due.at(-1);
    if (after === undefined) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} insurances could not be settled`);
  return settlements;
}

type Due = Pick<Insurance, 'id' | 'expiresAt'>;

function findDue({ database }: SettlingServices, now: Date, after: Due | undefined): Promise<Due[]> {
  const comesAfter =
    after === undefined
      ? undefined
      : or(gt(insurance.expiresAt, after.expiresAt), and(eq(insurance.expiresAt, after.expiresAt), gt(insurance.id, after.id)));
  return database
    .select({ id: insurance.id, expiresAt: insurance.expiresAt })
    .from(insurance)
    .where(and(eq(insurance.status, 'ACTIVE'), lte(insurance.expiresAt, now), comesAfter))
    .orderBy(asc(insurance.expiresAt), asc(insurance.id))
    .limit(BATCH);
}

async function settle(transaction: Transaction, { prices }: SettlingServices, id: string, now: Date): Promise<Outcome> {
  const [cover] = await transaction
    .select()
    .from(insurance)
    .where(and(eq(insurance.id, id), eq(insurance.status, 'ACTIVE')))
    .for('update');
  if (cover === undefined) return 'SETTLED_BY_ANOTHER';
  const reading = await prices.within(transaction).jufSettlement(cover.expiresAt, [cover.settlementShortHours, cover.settlementLongHours]);
  if (reading.status === 'UNAVAILABLE') return 'waiting';

  const settledUsdt = payoutAt(cover, reading.price18);
  const entries = endCover(cover, { fromReserve: settledUsdt, fromPremium: 0n });
  const payout = { account: memberAccount('AVAILABLE', cover.memberId), token: 'USDT', amountBaseUnits: settledUsdt } as const;
  const moves = entries.some(({ amountBaseUnits }) => amountBaseUnits !== 0n);
  const endTransactionId = moves ? v7({ msecs: now.getTime() }) : null;
  if (endTransactionId !== null) {
    await postTransaction(transaction, {
      id: endTransactionId,
      // Without a payout, this is the last of the premium to be earned.
      kind: settledUsdt > 0n ? 'INSURANCE_PAYOUT' : 'PREMIUM',
      occurredAt: now,
      entries: [payout, ...entries],
    });
  }
  const status = settledUsdt > 0n ? 'PAID' : 'EXPIRED';
  await transaction
    .update(insurance)
    .set({ status, endedAt: now, settlementPrice18: reading.price18, settledUsdt, endTransactionId })
    .where(eq(insurance.id, id));
  return settledUsdt > 0n ? 'paid' : 'expired';
}

/** Releases what was reserved for an insurance: whatever the member isn't paid goes to the pool. */
export function endCover(cover: Insurance, paid: { fromReserve: bigint; fromPremium: bigint }): Entry[] {
  const unearnedUsdt = cover.premiumUsdt - cover.earnedUsdt;
  const toPool = cover.maxPayoutUsdt - paid.fromReserve + unearnedUsdt - paid.fromPremium;
  return [
    { account: promiseAccount('INSURANCE_POOL_RESERVED', cover.id), token: 'USDT', amountBaseUnits: -cover.maxPayoutUsdt },
    { account: promiseAccount('UNEARNED_PREMIUM', cover.id), token: 'USDT', amountBaseUnits: -unearnedUsdt },
    { account: pooledAccount('INSURANCE_POOL_FREE'), token: 'USDT', amountBaseUnits: toPool },
  ];
}

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

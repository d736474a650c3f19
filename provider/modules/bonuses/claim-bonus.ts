import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { v7 } from 'uuid';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, pooledAccount } from '../../ledger/account.ts';
import type { Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { lockMember } from '../account/member.ts';
import { referralBinding } from '../profile/schema.ts';
import { postPayment } from '../wallet/post-payment.ts';
import { bonus, bonusClaim, bonusHold } from './schema.ts';

interface Taking {
  memberId: string;
  claimId: string;
  now: Date;
}

/** POST /profile/claimBonus: pays everything earned so far. */
export async function claimBonus(
  transaction: Transaction,
  { clock }: Pick<Services, 'clock'>,
  memberId: string,
): Promise<DataOf<(typeof contract)['claimBonus']>> {
  await lockMember(transaction, memberId);
  const now = clock();
  const id = v7({ msecs: now.getTime() });
  await settleBindings(transaction, memberId, now);
  const amount = await takeUnclaimed(transaction, { memberId, claimId: id, now });
  if (amount === 0n) throw new Refusal('NOTHING_TO_CLAIM');
  const entries = [
    { account: pooledAccount('BONUS_POOL'), token: 'USDT' as const, amountBaseUnits: -amount },
    { account: memberAccount('AVAILABLE', memberId), token: 'USDT' as const, amountBaseUnits: amount },
  ];
  const row = await postPayment(transaction, { id, kind: 'BONUS', occurredAt: now, entries }, { memberId });
  await transaction.insert(bonusClaim).values({ transactionId: id, memberId, amount, createdAt: now });
  return { claimed: toDecimalString(amount, tokenDecimals.USDT), transaction: row };
}

/**
 * Settles the due bindings behind this member's bonuses. An undo at the same moment, by a process whose clock is slightly
 * behind, locks the same row: one of the two waits, then finds that the other was first.
 */
async function settleBindings(transaction: Transaction, memberId: string, now: Date): Promise<void> {
  await transaction.execute(sql`
    with due as (
      select r.id from ${referralBinding} r
       where r.settled_at is null and r.undone_at is null and r.final_at <= ${now.toISOString()} and exists (
         select from ${bonusHold} h join ${bonus} b on b.id = h.bonus_id where h.binding_id = r.id and b.member_id = ${memberId} and b.claim_id is null)
       order by r.id for no key update of r
    )
    update ${referralBinding} r set settled_at = ${now.toISOString()} from due where r.id = due.id`);
}

/** All its bindings are settled. */
const isSettled = sql`not exists (
  select from ${bonusHold} join ${referralBinding} on ${referralBinding.id} = ${bonusHold.bindingId}
   where ${bonusHold.bonusId} = ${bonus.id} and ${referralBinding.settledAt} is null)`;

/** Takes and counts them in one statement, so that a bonus earned concurrently isn't taken without being counted. */
async function takeUnclaimed(transaction: Transaction, { memberId, claimId, now }: Taking): Promise<bigint> {
  const taken = transaction.$with('taken').as(
    transaction
      .update(bonus)
      .set({ claimId })
      .where(and(eq(bonus.memberId, memberId), isNull(bonus.claimId), isEarned(now), isSettled))
      .returning({ amount: bonus.amount }),
  );
  const [row] = await transaction
    .with(taken)
    .select({ total: sql`coalesce(sum(${taken.amount}::numeric), 0)`.mapWith((value: string) => BigInt(value)) })
    .from(taken);
  return row?.total ?? 0n;
}

/** What POST /profile/claimBonus would pay now, in USDT base units. */
export async function claimableBonus(database: Queryable, memberId: string, now: Date): Promise<bigint> {
  const [row] = await database
    .select({ total: sql`coalesce(sum(${bonus.amount}::numeric), 0)`.mapWith((value: string) => BigInt(value)) })
    .from(bonus)
    .where(and(eq(bonus.memberId, memberId), isNull(bonus.claimId), isEarned(now)));
  return row?.total ?? 0n;
}

/** When a bonus becomes the member's: at the sale, or when the last binding it came by is final. */
export const earnedAt: SQL = sql`coalesce(${bonus.heldUntil}, ${bonus.createdAt})`;

/** Bonuses that belong to members. Held ones, and those whose binding was undone, appear in no figure and no list. */
export function isEarned(now: Date): SQL {
  return sql`(${bonus.heldUntil} is null or (${bonus.heldUntil} <= ${now.toISOString()} and not ${isCancelled}))`;
}

/** One of its bindings was undone. */
const isCancelled = sql`exists (
  select from ${bonusHold} join ${referralBinding} on ${referralBinding.id} = ${bonusHold.bindingId}
   where ${bonusHold.bonusId} = ${bonus.id} and ${referralBinding.undoneAt} is not null)`;

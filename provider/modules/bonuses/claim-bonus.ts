import { and, eq, isNull, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { toDecimalString } from '../../../src/lib/amount.ts';
import { type contract } from '../../../src/lib/api/contract/contract.ts';
import { type DataOf } from '../../../src/lib/api/contract/define-call.ts';
import { type Transaction } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, pooledAccount } from '../../ledger/account.ts';
import { type Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { lockMember } from '../account/lock-member.ts';
import { postPayment } from '../wallet/post-payment.ts';
import { bonus, bonusClaim } from './schema.ts';

/** POST /profile/claimBonus: all that was earned so far. */
export async function claimBonus(
  transaction: Transaction,
  { clock }: Pick<Services, 'clock'>,
  memberId: string,
): Promise<DataOf<(typeof contract)['claimBonus']>> {
  await lockMember(transaction, memberId);
  const now = clock();
  const id = v7({ msecs: now.getTime() });
  const amount = await takeUnclaimed(transaction, memberId, id);
  if (amount === 0n) throw new Refusal('NOTHING_TO_CLAIM');
  const entries = [
    { account: pooledAccount('BONUS_POOL'), token: 'USDT' as const, amountBaseUnits: -amount },
    { account: memberAccount('AVAILABLE', memberId), token: 'USDT' as const, amountBaseUnits: amount },
  ];
  const row = await postPayment(transaction, { id, kind: 'BONUS', occurredAt: now, entries }, { memberId });
  await transaction.insert(bonusClaim).values({ transactionId: id, memberId, amount, createdAt: now });
  return { claimed: toDecimalString(amount, tokenDecimals.USDT), transaction: row };
}

/** One statement takes and counts them, so a bonus that is earned meanwhile is not taken without being counted. */
async function takeUnclaimed(transaction: Transaction, memberId: string, claimId: string): Promise<bigint> {
  const taken = transaction.$with('taken').as(
    transaction
      .update(bonus)
      .set({ claimId })
      .where(and(eq(bonus.memberId, memberId), isNull(bonus.claimId)))
      .returning({ amount: bonus.amount }),
  );
  const [row] = await transaction
    .with(taken)
    .select({ total: sql`coalesce(sum(${taken.amount}::numeric), 0)`.mapWith((value: string) => BigInt(value)) })
    .from(taken);
  return row?.total ?? 0n;
}

import { and, eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount } from '../../ledger/account.ts';
import type { Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { postPayment } from '../wallet/post-payment.ts';
import { endCover } from './settle-due-insurances.ts';
import { isSettling, unusedPremium } from './insurance-terms.ts';
import { presentInsurance } from './list-insurances.ts';
import { insurance, type Insurance } from './schema.ts';

/** POST /sales/cancelJuTokenInsurance: ends the cover and refunds the premium for the remaining time. */
export async function cancelInsurance(
  transaction: Transaction,
  { clock }: Pick<Services, 'clock'>,
  memberId: string,
  insuranceId: string,
): Promise<DataOf<(typeof contract)['cancelJuTokenInsurance']>> {
  const now = clock();
  const [cover] = await transaction
    .select()
    .from(insurance)
    .where(and(eq(insurance.id, insuranceId), eq(insurance.memberId, memberId)))
    .for('update');
  if (cover === undefined) throw new Refusal('INSURANCE_UNKNOWN');
  if (cover.status !== 'ACTIVE') throw new Refusal('INSURANCE_NOT_ACTIVE');
  if (isSettling(cover, now)) throw new Refusal('INSURANCE_SETTLING');

  const refundedUsdt = unusedPremium(cover, now);
  const endTransactionId = v7({ msecs: now.getTime() });
  const row = await postPayment(
    transaction,
    {
      id: endTransactionId,
      kind: 'PREMIUM_REFUND',
      occurredAt: now,
      entries: [
        { account: memberAccount('AVAILABLE', memberId), token: 'USDT', amountBaseUnits: refundedUsdt },
        ...endCover(cover, { fromReserve: 0n, fromPremium: refundedUsdt }),
      ],
    },
    { memberId, token: 'USDT' },
  );
  const ended: Partial<Insurance> = { status: 'CANCELLED', endedAt: now, refundedUsdt, endTransactionId };
  await transaction.update(insurance).set(ended).where(eq(insurance.id, cover.id));
  return {
    insurance: presentInsurance({ ...cover, ...ended }, now),
    refunded: toDecimalString(refundedUsdt, tokenDecimals.USDT),
    transaction: row,
  };
}

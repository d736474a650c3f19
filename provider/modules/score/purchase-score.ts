import { v7 } from 'uuid';
import { fromDecimalString, toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { BodyOf, DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, pooledAccount } from '../../ledger/account.ts';
import type { Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { lockMember } from '../account/lock-member.ts';
import type { Spend } from '../intent/spend.ts';
import { postPayment } from '../wallet/post-payment.ts';
import { addPoints, notBefore, readLastPoints } from './add-points.ts';
import { readBoughtToday } from './read-bought-today.ts';

type Call = (typeof contract)['juScorePurchase'];

/** POST /sales/juScore/purchase */
export async function purchaseScore(
  transaction: Transaction,
  { economy, clock }: Pick<Services, 'economy' | 'clock'>,
  memberId: string,
  { points }: BodyOf<Call>,
  spend: Spend,
): Promise<DataOf<Call>> {
  const { pricePerPointUsdt, maxBoughtPerDay } = economy.score;
  await lockMember(transaction, memberId);
  const now = notBefore(await readLastPoints(transaction, memberId), clock());
  const boughtToday = await readBoughtToday(transaction, memberId, now);
  if (boughtToday + points > maxBoughtPerDay) {
    throw new Refusal('DAILY_LIMIT', { detail: { boughtToday, dailyLimit: maxBoughtPerDay } });
  }
  const paid = fromDecimalString(pricePerPointUsdt, tokenDecimals.USDT) * BigInt(points);
  await spend({ token: 'USDT', amountBaseUnits: paid });
  const entries = [
    { account: memberAccount('AVAILABLE', memberId), token: 'USDT' as const, amountBaseUnits: -paid },
    { account: pooledAccount('TREASURY'), token: 'USDT' as const, amountBaseUnits: paid },
  ];
  const payment = { id: v7({ msecs: now.getTime() }), kind: 'SCORE' as const, occurredAt: now, entries };
  const row = await postPayment(transaction, payment, { memberId });
  const { score } = await addPoints(transaction, { memberId, kind: 'PURCHASE', points, now });
  return { score: Number(score), paid: toDecimalString(paid, tokenDecimals.USDT), transaction: row };
}

import { v7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import type { Economy } from '../../economy.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, pooledAccount, promiseAccount } from '../../ledger/account.ts';
import { LedgerRefusal } from '../../ledger/ledger-refusal.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';
import { requireBalance } from '../wallet/require-balance.ts';
import { greatestPayout, payoutCapOf, premiumOf } from './insurance-terms.ts';
import { insurance } from './schema.ts';

export interface InsuredPurchase {
  id: string;
  memberId: string;
  usdt: bigint;
  plan: { juf: bigint; discountedPrice18: bigint };
  now: Date;
}

const DAY_MS = 86_400_000;

/**
 * Takes the premium and reserves the maximum payout before the purchase itself adds its share to the pool, so that a purchase doesn't insure itself. The
 * purchase's row is inserted later in the transaction; the foreign key is deferred.
 */
export async function insurePurchase(transaction: Transaction, economy: Economy, purchase: InsuredPurchase): Promise<string> {
  const { memberId, usdt, plan, now } = purchase;
  const id = v7({ msecs: now.getTime() });
  const premiumUsdt = premiumOf(usdt, economy);
  const cover = { coveredJuf: plan.juf, referencePrice18: plan.discountedPrice18, payoutCapUsdt: payoutCapOf(usdt, economy) };
  const maxPayoutUsdt = greatestPayout(cover);
  // Covers both, so that a refusal reports the amount that was available before the premium.
  await requireBalance(transaction, memberId, 'USDT', usdt + premiumUsdt);
  try {
    await postTransaction(transaction, {
      id: v7({ msecs: now.getTime() }),
      kind: 'PREMIUM',
      occurredAt: now,
      entries: [
        { account: memberAccount('AVAILABLE', memberId), token: 'USDT', amountBaseUnits: -premiumUsdt },
        { account: promiseAccount('UNEARNED_PREMIUM', id), token: 'USDT', amountBaseUnits: premiumUsdt },
        { account: pooledAccount('INSURANCE_POOL_FREE'), token: 'USDT', amountBaseUnits: -maxPayoutUsdt },
        { account: promiseAccount('INSURANCE_POOL_RESERVED', id), token: 'USDT', amountBaseUnits: maxPayoutUsdt },
      ],
    });
  } catch (error) {
    if (!(error instanceof LedgerRefusal) || error.code !== 'INSUFFICIENT_BALANCE') throw error;
    throw new Refusal(error.refused?.account.kind === 'INSURANCE_POOL_FREE' ? 'INSURANCE_UNAVAILABLE' : 'INSUFFICIENT_BALANCE', {
      cause: error,
    });
  }
  await transaction.insert(insurance).values({
    id,
    purchaseId: purchase.id,
    memberId,
    insuredUsdt: usdt,
    ...cover,
    maxPayoutUsdt,
    premiumUsdt,
    startedAt: now,
    expiresAt: new Date(now.getTime() + economy.insurance.days * DAY_MS),
    noCancelDays: economy.insurance.noCancelDays,
    settlementShortHours: economy.insurance.settlementWindowsHours[0],
    settlementLongHours: economy.insurance.settlementWindowsHours[1],
  });
  return id;
}

import { v7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import type { Economy } from '../../economy.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, pooledAccount, promiseAccount } from '../../ledger/account.ts';
import { LedgerRefusal, type NewTransaction } from '../../ledger/post.ts';
import { greatestPayout, payoutCapOf, premiumOf } from './insurance-terms.ts';
import { insurance } from './schema.ts';

export interface InsuredPurchase {
  id: string;
  memberId: string;
  usdt: bigint;
  plan: { juf: bigint; discountedPrice18: bigint };
  now: Date;
}

export interface Cover {
  id: string;
  /**
   * Takes the premium and reserves the maximum payout. Post it before the purchase itself, which adds its share to the pool: a purchase doesn't insure
   * itself.
   */
  premium: NewTransaction;
  row: typeof insurance.$inferInsert;
}

const DAY_MS = 86_400_000;

export function planCover(economy: Economy, { id: purchaseId, memberId, usdt, plan, now }: InsuredPurchase): Cover {
  const id = v7({ msecs: now.getTime() });
  const premiumUsdt = premiumOf(usdt, economy);
  const terms = { coveredJuf: plan.juf, referencePrice18: plan.discountedPrice18, payoutCapUsdt: payoutCapOf(usdt, economy) };
  const maxPayoutUsdt = greatestPayout(terms);
  const premium: NewTransaction = {
    id: v7({ msecs: now.getTime() }),
    kind: 'PREMIUM',
    occurredAt: now,
    entries: [
      { account: memberAccount('AVAILABLE', memberId), token: 'USDT', amountBaseUnits: -premiumUsdt },
      { account: promiseAccount('UNEARNED_PREMIUM', id), token: 'USDT', amountBaseUnits: premiumUsdt },
      { account: pooledAccount('INSURANCE_POOL_FREE'), token: 'USDT', amountBaseUnits: -maxPayoutUsdt },
      { account: promiseAccount('INSURANCE_POOL_RESERVED', id), token: 'USDT', amountBaseUnits: maxPayoutUsdt },
    ],
  };
  const row = {
    id,
    purchaseId,
    memberId,
    insuredUsdt: usdt,
    ...terms,
    maxPayoutUsdt,
    premiumUsdt,
    startedAt: now,
    expiresAt: new Date(now.getTime() + economy.insurance.days * DAY_MS),
    noCancelDays: economy.insurance.noCancelDays,
    settlementShortHours: economy.insurance.settlementWindowsHours[0],
    settlementLongHours: economy.insurance.settlementWindowsHours[1],
  };
  return { id, premium, row };
}

/** Stores a cover whose premium is posted. The purchase's row may follow later in the transaction; the foreign key is deferred. */
export async function keepCover(transaction: Transaction, { row }: Cover): Promise<void> {
  await transaction.insert(insurance).values(row);
}

/** Names the ledger's refusal of a premium. */
export function explainUninsurable(error: unknown): unknown {
  if (!(error instanceof LedgerRefusal) || error.code !== 'INSUFFICIENT_BALANCE') return error;
  return error.refused?.account.kind === 'INSURANCE_POOL_FREE' ? new Refusal('INSURANCE_UNAVAILABLE', { cause: error }) : error;
}

import { v7 } from 'uuid';
import { mulDivFloor } from '../../../src/lib/amount.ts';
import { BASIS_POINTS } from '../../../src/lib/basis-points.ts';
import type { Transaction } from '../../db/database.ts';
import type { Economy } from '../../economy.ts';
import { lowestRole, readRoles } from '../roles/read-role.ts';
import { lockBonusAllowances } from './lock-bonus-allowances.ts';
import { readUplines } from './read-uplines.ts';
import { bonus, bonusHold, referralSale, type SaleKind } from './schema.ts';

export interface ReferralSale {
  buyerId: string;
  /** The amount paid in USDT base units, without premium. The rates apply to it. */
  base: bigint;
  kind: SaleKind;
  /** The purchase. */
  saleId: string;
  /** The transaction that paid for it and put its share into the bonus pool. */
  transactionId: string;
  now: Date;
  economy: Economy;
}

/**
 * Called by each sale as the last step of its transaction, after its share went to the bonus pool. Records the sale, and credits three uplines at the rate
 * of their current roles, up to what each role can still earn; the rest stays in the pool. A bonus is held while a binding it came by can be undone. The
 * database refuses a sale whose bonuses exceed its share.
 */
export async function creditReferralBonuses(transaction: Transaction, sale: ReferralSale): Promise<void> {
  const { buyerId, base, kind, saleId, transactionId, now, economy } = sale;
  await transaction.insert(referralSale).values({ id: saleId, buyerId, kind, base, transactionId, createdAt: now });
  const uplines = await readUplines(transaction, buyerId, economy.referral.levels);
  const memberIds = uplines.map(({ memberId }) => memberId);
  const roles = await readRoles(transaction, economy, memberIds, now);
  const allowances = await lockBonusAllowances(transaction, memberIds);
  const bonuses = uplines.flatMap(({ memberId, bindings }, index) => {
    const rate = (roles.get(memberId) ?? lowestRole(economy)).bonusRates[index] ?? 0;
    const amount = bonusWithin(mulDivFloor(base, BigInt(rate), BASIS_POINTS), allowances.get(memberId) ?? 0n);
    const id = v7({ msecs: now.getTime() });
    const heldUntil = bindings.length === 0 ? null : latest([now, ...bindings.map(({ finalAt }) => finalAt)]);
    return amount === 0n ? [] : [{ id, saleId, memberId, kind, level: index + 1, rate, amount, createdAt: now, heldUntil, bindings }];
  });
  if (bonuses.length === 0) return;
  await transaction.insert(bonus).values(bonuses);
  const holds = bonuses.flatMap(({ id, bindings }) => bindings.map((binding) => ({ bonusId: id, bindingId: binding.id })));
  if (holds.length > 0) await transaction.insert(bonusHold).values(holds);
}

function bonusWithin(bonusUsdt: bigint, allowanceUsdt: bigint): bigint {
  return bonusUsdt < allowanceUsdt ? bonusUsdt : allowanceUsdt;
}

function latest(moments: readonly Date[]): Date {
  return new Date(Math.max(...moments.map((moment) => moment.getTime())));
}

import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { mulDivFloor } from '../../../src/lib/amount.ts';
import { type Transaction } from '../../db/database.ts';
import { type Economy } from '../../economy.ts';
import { lowestRole, readRoles } from '../roles/read-role.ts';
import { lockBonusAllowances } from './lock-bonus-allowances.ts';
import { bonus, referralSale, type SaleKind } from './schema.ts';

export interface ReferralSale {
  buyerId: string;
  /** What was paid in USDT base units, without premium: what the rates are taken of. */
  base: bigint;
  kind: SaleKind;
  /** The purchase. */
  saleId: string;
  /** What paid for it, and put its share into the bonus pool. */
  transactionId: string;
  now: Date;
  economy: Economy;
}

/**
 * Called by each sale as the last step of its own transaction, after its share has gone to the bonus pool: records the sale and credits three uplines at
 * the rate of the role each has at this moment, as far as that role can still earn; the rest stays in the pool. The database refuses the sale if its
 * bonuses were more than its share.
 */
export async function creditReferralBonuses(transaction: Transaction, sale: ReferralSale): Promise<void> {
  const { buyerId, base, kind, saleId, transactionId, now, economy } = sale;
  await transaction.insert(referralSale).values({ id: saleId, buyerId, kind, base, transactionId, createdAt: now });
  const uplines = await readUplines(transaction, buyerId, economy.referral.levels);
  const roles = await readRoles(transaction, economy, uplines, now);
  const allowances = await lockBonusAllowances(transaction, economy, uplines);
  const bonuses = uplines.flatMap((memberId, index) => {
    const rate = (roles.get(memberId) ?? lowestRole(economy)).bonusRates[index] ?? 0;
    const amount = bonusWithin(mulDivFloor(base, BigInt(rate), 10_000n), allowances.get(memberId) ?? 0n);
    const id = v7({ msecs: now.getTime() });
    return amount === 0n ? [] : [{ id, saleId, memberId, kind, level: index + 1, rate, amount, createdAt: now }];
  });
  if (bonuses.length > 0) await transaction.insert(bonus).values(bonuses);
}

function bonusWithin(bonusUsdt: bigint, allowanceUsdt: bigint): bigint {
  return bonusUsdt < allowanceUsdt ? bonusUsdt : allowanceUsdt;
}

/** From the nearest up. */
async function readUplines(transaction: Transaction, memberId: string, levels: number): Promise<string[]> {
  const { rows } = await transaction.execute<{ id: string }>(sql`
    with recursive upline as (
      select referrer_id as id, 1 as level from member where id = ${memberId} and referrer_id is not null
      union all
      select above.referrer_id, upline.level + 1 from member above join upline on above.id = upline.id
       where above.referrer_id is not null and upline.level < ${levels}
    )
    select id from upline order by level`);
  return rows.map(({ id }) => id);
}

import { type Transaction } from '../../db/database.ts';
import { type Economy } from '../../economy.ts';

export interface ReferralSale {
  buyerId: string;
  /** What was paid in USDT base units, without premium: what the rates are taken of. */
  base: bigint;
  kind: 'TREASURY' | 'ROLE';
  /** The purchase. */
  saleId: string;
  now: Date;
  economy: Economy;
}

export type CreditReferralBonuses = (transaction: Transaction, sale: ReferralSale) => Promise<void>;

/**
 * Called by each sale in its own transaction, after its share has gone to the bonus pool: credits three uplines at the rate of the role each has at
 * that moment. Bonuses are not kept yet, so for now nobody is credited.
 */
export const creditReferralBonuses: CreditReferralBonuses = () => Promise.resolve();

import { mulDivFloor } from '../amount.ts';
import type { DataOf } from '../api/contract/define-call.ts';
import type { treasuryPurchase } from '../api/contract/treasury-history.ts';
import type { treasuryList, treasuryPackage } from '../api/contract/treasury.ts';
import type { z } from '../api/contract/zod.ts';
import { BASIS_POINTS } from '../basis-points.ts';
import { ONE, unitOf } from '../token-decimals.ts';

export interface SalePrice {
  /** The market price, in units of 10^-18 USDT per JUF. */
  price18: bigint;
  /** Basis points. */
  discountRate: number;
}

/** JUF's price after discount. Rounded down, so that as the insurance's reference price it never shows a loss where there is none. */
export function discountedPrice18({ price18, discountRate }: SalePrice): bigint {
  return mulDivFloor(price18, BASIS_POINTS - BigInt(discountRate), BASIS_POINTS);
}

/**
 * The JUF an amount of USDT buys, rounded down because the member receives it. A single division: discounting the price first would round
 * twice.
 */
export function jufBought(usdtBaseUnits: bigint, usdtDecimals: number, { price18, discountRate }: SalePrice): bigint {
  const scale = unitOf(usdtDecimals) * ONE * BASIS_POINTS;
  return mulDivFloor(usdtBaseUnits, scale, price18 * (BASIS_POINTS - BigInt(discountRate)));
}

export type TreasuryPackage = z.output<typeof treasuryPackage>;
export type TreasuryPurchase = z.output<typeof treasuryPurchase>;
export type TreasuryList = DataOf<typeof treasuryList>;

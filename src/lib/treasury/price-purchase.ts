import { mulDivFloor } from '../amount.ts';
import { ONE, unitOf } from '../token-decimals.ts';
import { BASIS_POINTS } from '../basis-points.ts';

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

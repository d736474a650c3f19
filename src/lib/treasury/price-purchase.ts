import { mulDivFloor } from '../amount.ts';
import { BASIS_POINTS } from '../basis-points.ts';

/** JUF and prices have 18 decimals, whatever USDT has. */
const JUF_DECIMALS = 18;
const PRICE_DECIMALS = 18;
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
  const scale = 10n ** BigInt(JUF_DECIMALS - usdtDecimals) * 10n ** BigInt(PRICE_DECIMALS) * BASIS_POINTS;
  return mulDivFloor(usdtBaseUnits, scale, price18 * (BASIS_POINTS - BigInt(discountRate)));
}

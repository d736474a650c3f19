import { mulDivFloor } from '../amount.ts';

/** JUF and prices carry 18 digits each, whatever USDT has. */
const JUF_DECIMALS = 18;
const PRICE_DECIMALS = 18;
const WHOLE = 10_000n;

export interface SalePrice {
  /** Of the market, in units of 10^-18 USDT for one JUF. */
  price18: bigint;
  /** Basis points. */
  discountRate: number;
}

/** What one JUF costs after discount. Rounded down: as a reference of insurance it then never makes a loss of what was none. */
export function discountedPrice18({ price18, discountRate }: SalePrice): bigint {
  return mulDivFloor(price18, WHOLE - BigInt(discountRate), WHOLE);
}

/** What an amount of USDT buys, rounded down: the member receives it. One division for all factors: to discount the price first would round twice. */
export function jufBought(usdtBaseUnits: bigint, usdtDecimals: number, { price18, discountRate }: SalePrice): bigint {
  const scale = 10n ** BigInt(JUF_DECIMALS - usdtDecimals) * 10n ** BigInt(PRICE_DECIMALS) * WHOLE;
  return mulDivFloor(usdtBaseUnits, scale, price18 * (WHOLE - BigInt(discountRate)));
}

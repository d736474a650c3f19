import { fromDecimalString, mulDivCeil, mulDivFloor } from '../amount.ts';
import { BASIS_POINTS } from '../basis-points.ts';
import { discountedPrice18, jufBought } from './price-purchase.ts';
import { ONE, TOKEN_DECIMALS, tokenDecimals, unitOf } from '../token-decimals.ts';
import type { TreasuryPackage } from './treasury-types.ts';

/** What the provider takes is rounded to it. */
const USDT_UNIT = unitOf(tokenDecimals.USDT);

export interface PurchaseWish {
  pack: Pick<TreasuryPackage, 'discountRate' | 'powerPerJuf' | 'insurancePremiumRate' | 'insuranceMaxPayoutRate'>;
  usdt: bigint;
  /** The market price, in units of 10^-18 USDT per JUF. */
  price18: bigint;
  isInsured: boolean;
}

/** In 10⁻¹⁸ tokens. */
export interface PurchaseQuote {
  juf: bigint;
  /** After discount. */
  price18: bigint;
  /** The highest price after discount at which the purchase goes through. */
  maxPrice18: bigint;
  /** The JUF bought at that limit: the minimum. */
  leastJuf: bigint;
  /** The insurance's cost and maximum payout, whether it is chosen or not. */
  insurance: { premiumUsdt: bigint; payoutCapUsdt: bigint };
  /** The amount taken from the balance. */
  totalUsdt: bigint;
  power: bigint;
}

/** How far the price may move between quote and purchase, in basis points: the half-hour average moves with each block. */
export const PRICE_TOLERANCE = 50n;

/** What a purchase costs and yields at a price, computed as at the provider. */
export function quotePurchase({ pack, usdt, price18: marketPrice18, isInsured }: PurchaseWish): PurchaseQuote {
  const { discountRate } = pack;
  const price18 = discountedPrice18({ price18: marketPrice18, discountRate });
  const maxPrice18 = mulDivFloor(price18, BASIS_POINTS + PRICE_TOLERANCE, BASIS_POINTS);
  const juf = jufBought(usdt, TOKEN_DECIMALS, { price18: marketPrice18, discountRate });
  // The highest market price whose discounted price, rounded down, is still within the limit.
  const dearest18 = ((maxPrice18 + 1n) * BASIS_POINTS - 1n) / (BASIS_POINTS - BigInt(discountRate));
  const baseUnits = usdt / USDT_UNIT;
  const premiumUsdt = mulDivCeil(baseUnits, BigInt(pack.insurancePremiumRate), BASIS_POINTS) * USDT_UNIT;
  const payoutCapUsdt = mulDivFloor(baseUnits, BigInt(pack.insuranceMaxPayoutRate), BASIS_POINTS) * USDT_UNIT;
  return {
    juf,
    price18,
    maxPrice18,
    leastJuf: jufBought(usdt, TOKEN_DECIMALS, { price18: dearest18, discountRate }),
    insurance: { premiumUsdt, payoutCapUsdt },
    totalUsdt: isInsured ? usdt + premiumUsdt : usdt,
    power: mulDivFloor(juf, fromDecimalString(pack.powerPerJuf), ONE),
  };
}

/** The largest purchase a balance can pay for, including its premium. */
export function mostAffordable(
  balanceUsdt: bigint,
  { insurancePremiumRate }: Pick<TreasuryPackage, 'insurancePremiumRate'>,
  isInsured: boolean,
): bigint {
  // amount + ceil(amount × rate ÷ 10,000) ≤ balance
  return isInsured
    ? mulDivFloor(balanceUsdt / USDT_UNIT, BASIS_POINTS, BASIS_POINTS + BigInt(insurancePremiumRate)) * USDT_UNIT
    : balanceUsdt;
}

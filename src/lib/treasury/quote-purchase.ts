import { fromDecimalString, mulDivCeil, mulDivFloor } from '../amount.ts';
import { discountedPrice18, jufBought } from './price-purchase.ts';
import { POWER_DECIMALS, type TreasuryPackage } from './treasury-types.ts';

export interface PurchaseWish {
  pack: Pick<TreasuryPackage, 'discountRate' | 'powerPerJuf' | 'insurancePremiumRate' | 'insuranceMaxPayoutRate'>;
  usdtBaseUnits: bigint;
  usdtDecimals: number;
  /** Of the market, in units of 10^-18 USDT for one JUF. */
  price18: bigint;
  isInsured: boolean;
}

export interface PurchaseQuote {
  juf: bigint;
  /** After discount. */
  price18: bigint;
  /** The price after discount beyond which nothing is bought. */
  maxPrice18: bigint;
  /** What is bought at least, were the price to move to that limit. */
  leastJuf: bigint;
  /** What insurance costs and pays at most, be it chosen or not. */
  insurance: { premiumUsdt: bigint; payoutCapUsdt: bigint };
  /** What leaves the balance. */
  totalUsdt: bigint;
  power: bigint;
}

const WHOLE = 10_000n;
/** How far the price may move between the quote and the purchase, in basis points: the average of half an hour moves with each block. */
export const PRICE_TOLERANCE = 50n;

/** What a purchase takes and gives at a price, as the provider reckons it. */
export function quotePurchase({ pack, usdtBaseUnits, usdtDecimals, price18: marketPrice18, isInsured }: PurchaseWish): PurchaseQuote {
  const { discountRate } = pack;
  const price18 = discountedPrice18({ price18: marketPrice18, discountRate });
  const maxPrice18 = mulDivFloor(price18, WHOLE + PRICE_TOLERANCE, WHOLE);
  const juf = jufBought(usdtBaseUnits, usdtDecimals, { price18: marketPrice18, discountRate });
  // The dearest market whose price after discount, rounded down, is still within the limit.
  const dearest18 = ((maxPrice18 + 1n) * WHOLE - 1n) / (WHOLE - BigInt(discountRate));
  const premiumUsdt = mulDivCeil(usdtBaseUnits, BigInt(pack.insurancePremiumRate), WHOLE);
  return {
    juf,
    price18,
    maxPrice18,
    leastJuf: jufBought(usdtBaseUnits, usdtDecimals, { price18: dearest18, discountRate }),
    insurance: { premiumUsdt, payoutCapUsdt: mulDivFloor(usdtBaseUnits, BigInt(pack.insuranceMaxPayoutRate), WHOLE) },
    totalUsdt: isInsured ? usdtBaseUnits + premiumUsdt : usdtBaseUnits,
    power: mulDivFloor(juf, fromDecimalString(pack.powerPerJuf, POWER_DECIMALS), 10n ** BigInt(POWER_DECIMALS)),
  };
}

/** The most of a balance that a purchase can be of, its premium included. */
export function mostAffordable(
  balanceUsdt: bigint,
  { insurancePremiumRate }: Pick<TreasuryPackage, 'insurancePremiumRate'>,
  isInsured: boolean,
): bigint {
  // amount + ceil(amount × rate ÷ 10,000) ≤ balance
  return isInsured ? mulDivFloor(balanceUsdt, WHOLE, WHOLE + BigInt(insurancePremiumRate)) : balanceUsdt;
}

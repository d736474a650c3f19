import { mulDivCeil, mulDivFloor } from '../amount.ts';
import { BASIS_POINTS } from '../basis-points.ts';
import { ONE, TOKEN_DECIMALS, tokenDecimals, unitOf } from '../token-decimals.ts';
import { discountedPrice18, jufBought, type TreasuryList, type TreasuryPackage } from './price-purchase.ts';

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
    power: mulDivFloor(juf, pack.powerPerJuf, ONE),
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

/** Why the provider would refuse a purchase. */
export type PurchaseProblem =
  | { reason: 'CLOSED' }
  | { reason: 'NO_PRICE' }
  /** With what is the minimum, is the maximum, is missing, or can be insured. */
  | { reason: 'BELOW_MINIMUM' | 'ABOVE_MAXIMUM' | 'INSUFFICIENT' | 'UNINSURABLE'; usdt: bigint }
  /** Less JUF is left to mint than this buys. */
  | { reason: 'CAP_REACHED'; leftJuf: bigint };

/** Amounts are in 10⁻¹⁸ tokens. */
export interface PurchaseFacts {
  pack: Pick<TreasuryPackage, 'status' | 'minAmount' | 'maxAmount'>;
  treasury: Pick<TreasuryList, 'maxMintingCap' | 'mintedJuf' | 'insuranceCapacity'>;
  usdt: bigint;
  isInsured: boolean;
  /** Null if no price was ever read. */
  quote: Pick<PurchaseQuote, 'juf' | 'totalUsdt'> | null;
  /** Null if unknown; the provider decides in any case. */
  balanceUsdt: bigint | null;
}

/** The first known problem, or null. */
export function checkPurchase(facts: PurchaseFacts): PurchaseProblem | null {
  const { pack, treasury, usdt, isInsured, quote, balanceUsdt } = facts;
  const { status, minAmount, maxAmount } = pack;
  const insurable = treasury.insuranceCapacity;
  if (status === 'CLOSED') return { reason: 'CLOSED' };
  if (quote === null) return { reason: 'NO_PRICE' };
  if (usdt < minAmount) return { reason: 'BELOW_MINIMUM', usdt: minAmount };
  if (usdt > maxAmount) return { reason: 'ABOVE_MAXIMUM', usdt: maxAmount };
  if (balanceUsdt !== null && quote.totalUsdt > balanceUsdt) return { reason: 'INSUFFICIENT', usdt: quote.totalUsdt - balanceUsdt };
  if (isInsured && usdt > insurable) return { reason: 'UNINSURABLE', usdt: insurable };
  const leftJuf = mintableJuf(treasury);
  return quote.juf > leftJuf ? { reason: 'CAP_REACHED', leftJuf } : null;
}

/** JUF still to be minted. */
export function mintableJuf({ maxMintingCap, mintedJuf }: Pick<TreasuryList, 'maxMintingCap' | 'mintedJuf'>): bigint {
  const left = maxMintingCap - mintedJuf;
  return left > 0n ? left : 0n;
}

interface PriceMove {
  from18: bigint;
  to18: bigint;
  /** When the new price was read, ISO 8601. */
  at: string | null;
}

/** The price a member decides by, while it is being refreshed. */
export interface SeenPrice {
  /** The last price read. */
  price18: bigint;
  /** The price the member started with, or has accepted since. */
  agreed18: bigint;
  /** The last change since then. */
  move: PriceMove | null;
}

/** What was seen, after another reading; the same object if the price hasn't changed. */
export function seePrice(seen: SeenPrice | null, price18: bigint, at: string | null): SeenPrice {
  if (seen === null) return { price18, agreed18: price18, move: null };
  if (seen.price18 === price18) return seen;
  return { ...seen, price18, move: { from18: seen.price18, to18: price18, at } };
}

/** Whether the price rose by more than a purchase tolerates: nothing is bought at it until the member accepts. */
export function needsConsent({ price18, agreed18 }: SeenPrice): boolean {
  return price18 > mulDivFloor(agreed18, BASIS_POINTS + PRICE_TOLERANCE, BASIS_POINTS);
}

export function agreeToPrice(seen: SeenPrice): SeenPrice {
  return { ...seen, agreed18: seen.price18, move: null };
}

import { fromDecimalString } from '../amount.ts';
import type { PurchaseQuote } from './quote-purchase.ts';
import { JUF_DECIMALS, type TreasuryList, type TreasuryPackage } from './treasury-types.ts';

/** Why the provider would refuse a purchase. */
export type PurchaseProblem =
  | { reason: 'CLOSED' }
  | { reason: 'NO_PRICE' }
  /** With what is the minimum, is the maximum, is missing, or can be insured, in base units. */
  | { reason: 'BELOW_MINIMUM' | 'ABOVE_MAXIMUM' | 'INSUFFICIENT' | 'UNINSURABLE'; usdt: bigint }
  /** Less JUF is left to mint than this buys. */
  | { reason: 'CAP_REACHED'; leftJuf: bigint };

export interface PurchaseFacts {
  pack: Pick<TreasuryPackage, 'status' | 'minAmount' | 'maxAmount'>;
  treasury: Pick<TreasuryList, 'maxMintingCap' | 'mintedJuf' | 'insuranceCapacity'>;
  usdtBaseUnits: bigint;
  usdtDecimals: number;
  isInsured: boolean;
  /** Null if no price was ever read. */
  quote: Pick<PurchaseQuote, 'juf' | 'totalUsdt'> | null;
  /** Null if unknown; the provider decides in any case. */
  balanceUsdt: bigint | null;
}

/** The first known problem, or null. */
export function checkPurchase(facts: PurchaseFacts): PurchaseProblem | null {
  const { pack, treasury, usdtBaseUnits, usdtDecimals, isInsured, quote, balanceUsdt } = facts;
  const usdt = (amount: string): bigint => fromDecimalString(amount, usdtDecimals);
  if (pack.status === 'CLOSED') return { reason: 'CLOSED' };
  if (quote === null) return { reason: 'NO_PRICE' };
  if (usdtBaseUnits < usdt(pack.minAmount)) return { reason: 'BELOW_MINIMUM', usdt: usdt(pack.minAmount) };
  if (usdtBaseUnits > usdt(pack.maxAmount)) return { reason: 'ABOVE_MAXIMUM', usdt: usdt(pack.maxAmount) };
  if (balanceUsdt !== null && quote.totalUsdt > balanceUsdt) return { reason: 'INSUFFICIENT', usdt: quote.totalUsdt - balanceUsdt };
  if (isInsured && usdtBaseUnits > usdt(treasury.insuranceCapacity))
    return { reason: 'UNINSURABLE', usdt: usdt(treasury.insuranceCapacity) };
  const leftJuf = mintableJuf(treasury);
  return quote.juf > leftJuf ? { reason: 'CAP_REACHED', leftJuf } : null;
}

/** JUF still to be minted. */
export function mintableJuf({ maxMintingCap, mintedJuf }: Pick<TreasuryList, 'maxMintingCap' | 'mintedJuf'>): bigint {
  const left = fromDecimalString(maxMintingCap, JUF_DECIMALS) - fromDecimalString(mintedJuf, JUF_DECIMALS);
  return left > 0n ? left : 0n;
}

import { fromDecimalString } from '../amount.ts';
import type { PurchaseQuote } from './quote-purchase.ts';
import type { TreasuryList, TreasuryPackage } from './treasury-types.ts';

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
  const [min, max, insurable] = [
    fromDecimalString(pack.minAmount),
    fromDecimalString(pack.maxAmount),
    fromDecimalString(treasury.insuranceCapacity),
  ];
  if (pack.status === 'CLOSED') return { reason: 'CLOSED' };
  if (quote === null) return { reason: 'NO_PRICE' };
  if (usdt < min) return { reason: 'BELOW_MINIMUM', usdt: min };
  if (usdt > max) return { reason: 'ABOVE_MAXIMUM', usdt: max };
  if (balanceUsdt !== null && quote.totalUsdt > balanceUsdt) return { reason: 'INSUFFICIENT', usdt: quote.totalUsdt - balanceUsdt };
  if (isInsured && usdt > insurable) return { reason: 'UNINSURABLE', usdt: insurable };
  const leftJuf = mintableJuf(treasury);
  return quote.juf > leftJuf ? { reason: 'CAP_REACHED', leftJuf } : null;
}

/** JUF still to be minted. */
export function mintableJuf({ maxMintingCap, mintedJuf }: Pick<TreasuryList, 'maxMintingCap' | 'mintedJuf'>): bigint {
  const left = fromDecimalString(maxMintingCap) - fromDecimalString(mintedJuf);
  return left > 0n ? left : 0n;
}

import { toDecimalString } from '../../lib/amount.ts';
import { packageOrder } from '../../lib/api/contract/order-intent.ts';
import {
  checkPurchase,
  mostAffordable,
  type PurchaseProblem,
  type PurchaseQuote,
  quotePurchase,
} from '../../lib/treasury/quote-purchase.ts';
import type { TreasuryList, TreasuryPackage } from '../../lib/treasury/price-purchase.ts';
import type { PurchaseOrder } from '../../stores/treasury.ts';
import { bound, type BoundAmount } from '../action/typed-amount.ts';
import type { PurchaseForm } from './use-purchase-form.ts';

interface DraftFacts {
  pack: TreasuryPackage;
  treasury: TreasuryList;
  form: Pick<PurchaseForm, 'amount' | 'isInsured'>;
  /** Null while unknown. */
  wallet: { balance: bigint } | null;
}

export interface PurchaseDraft {
  amount: BoundAmount;
  /** At the current price; null while there is no price or no amount. */
  quote: PurchaseQuote | null;
  /** Problems that the amount field doesn't report itself. */
  problem: PurchaseProblem | null;
  /** Null if it can't be bought. */
  order: PurchaseOrder | null;
}

/** The form's current purchase. */
export function draftPurchase({ pack, treasury, form: { amount: typed, isInsured }, wallet }: DraftFacts): PurchaseDraft {
  const { minAmount: min, maxAmount: max } = pack;
  const balanceUsdt = wallet?.balance ?? null;
  const affordable = balanceUsdt === null ? null : mostAffordable(balanceUsdt, pack, isInsured);
  const most = affordable !== null && affordable > max ? max : affordable;
  const amount = bound(typed, { available: balanceUsdt, min, max, most: most ?? undefined });
  const isValid = amount.judged.kind === 'valid';
  const price18 = treasury.jufPrice ?? 0n;
  const usdt = amount.judged.kind === 'valid' ? amount.judged.amount : min;
  const quote = price18 === 0n ? null : quotePurchase({ pack, usdt, price18, isInsured });
  const found = checkPurchase({ pack, treasury, usdt, isInsured, quote, balanceUsdt });
  // While there is no valid amount, don't report what would be wrong with it.
  const problem = isValid || found?.reason === 'CLOSED' || found?.reason === 'NO_PRICE' ? found : null;
  const ordered = { treasuryId: pack.id, amount: usdt, insured: isInsured, maxPrice: quote?.maxPrice18 ?? 0n };
  const asSent = { ...ordered, amount: toDecimalString(ordered.amount), maxPrice: toDecimalString(ordered.maxPrice) };
  const isComplete = isValid && wallet !== null && problem === null;
  return {
    amount,
    quote: isValid ? quote : null,
    problem,
    order:
      isComplete && quote && treasury.jufPrice !== null
        ? {
            name: pack.name,
            ...ordered,
            marketPrice: treasury.jufPrice,
            terms: treasury.terms,
            signs: { ...packageOrder(pack.signedName ?? pack.name, asSent), maxTotal: quote.totalUsdt },
          }
        : null,
  };
}

import { fromDecimalString, toDecimalString } from '../../lib/amount.ts';
import { packageOrder } from '../../lib/api/contract/order-intent.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { checkPurchase, type PurchaseProblem } from '../../lib/treasury/check-purchase.ts';
import { mostAffordable, type PurchaseQuote, quotePurchase } from '../../lib/treasury/quote-purchase.ts';
import type { TreasuryList, TreasuryPackage } from '../../lib/treasury/treasury-types.ts';
import type { PurchaseOrder } from '../../stores/treasury.ts';
import { type AmountBounds, readAmountField } from '../action/read-amount-field.ts';
import type { PurchaseForm } from './use-purchase-form.ts';

interface DraftFacts {
  pack: TreasuryPackage;
  treasury: TreasuryList;
  form: Pick<PurchaseForm, 'typed' | 'isInsured'>;
  /** Null while unknown. */
  wallet: { balance: string; decimals: number } | null;
  locale: string;
  texts: Texts<'action'>['amount'];
}

export interface PurchaseDraft {
  bounds: AmountBounds;
  /** At the current price; null while there is no price or no amount. */
  quote: PurchaseQuote | null;
  /** Problems that the amount field doesn't report itself. */
  problem: PurchaseProblem | null;
  /** Null if it can't be bought. */
  order: PurchaseOrder | null;
}

/** The usual USDT decimals, used to parse the amount until the member's balance is known. No order is placed with it. */
const USUAL_DECIMALS = 6;

/** The form's current purchase. */
export function draftPurchase({ pack, treasury, form: { typed, isInsured }, wallet, locale, texts }: DraftFacts): PurchaseDraft {
  const usdtDecimals = wallet?.decimals ?? USUAL_DECIMALS;
  const usdt = (amount: string): bigint => fromDecimalString(amount, usdtDecimals);
  const [min, max] = [usdt(pack.minAmount), usdt(pack.maxAmount)];
  const balanceUsdt = wallet && usdt(wallet.balance);
  const affordable = balanceUsdt === null ? null : mostAffordable(balanceUsdt, pack, isInsured);
  const most = affordable !== null && affordable > max ? max : affordable;
  const bounds = { token: 'USDT', decimals: usdtDecimals, locale, available: balanceUsdt, min, max, ...(most !== null && { most }) };
  const reading = readAmountField(typed, bounds, texts);
  const price18 = treasury.jufPrice === null ? 0n : fromDecimalString(treasury.jufPrice, 18);
  const usdtBaseUnits = reading.ok ? reading.amountBaseUnits : min;
  const quote = price18 === 0n ? null : quotePurchase({ pack, usdtBaseUnits, usdtDecimals, price18, isInsured });
  const found = checkPurchase({ pack, treasury, usdtBaseUnits, usdtDecimals, isInsured, quote, balanceUsdt });
  // While there is no valid amount, don't report what would be wrong with it.
  const problem = reading.ok || found?.reason === 'CLOSED' || found?.reason === 'NO_PRICE' ? found : null;
  const ordered = {
    treasuryId: pack.id,
    amount: toDecimalString(usdtBaseUnits, usdtDecimals),
    insured: isInsured,
    maxPrice: toDecimalString(quote?.maxPrice18 ?? 0n, 18),
  };
  const isComplete = reading.ok && wallet !== null && problem === null;
  return {
    bounds,
    quote: reading.ok ? quote : null,
    problem,
    order:
      isComplete && quote && treasury.jufPrice !== null
        ? {
            name: pack.name,
            ...ordered,
            marketPrice: treasury.jufPrice,
            terms: treasury.terms,
            signs: { ...packageOrder(pack.name, ordered), maxTotal: toDecimalString(quote.totalUsdt, usdtDecimals) },
          }
        : null,
  };
}

import { fromDecimalString, toDecimalString } from '../../lib/amount.ts';
import { checkPurchase, type PurchaseProblem } from '../../lib/treasury/check-purchase.ts';
import { mostAffordable, type PurchaseQuote, quotePurchase } from '../../lib/treasury/quote-purchase.ts';
import type { TreasuryList, TreasuryPackage } from '../../lib/treasury/treasury-types.ts';
import type { PurchaseOrder } from '../../stores/treasury.ts';
import type { ActionTexts } from '../action/action-texts.ts';
import { type AmountBounds, readAmountField } from '../action/read-amount-field.ts';
import type { PurchaseForm } from './use-purchase-form.ts';

interface DraftFacts {
  pack: TreasuryPackage;
  treasury: TreasuryList;
  form: Pick<PurchaseForm, 'typed' | 'isInsured'>;
  /** Null while it is not known. */
  wallet: { balance: string; decimals: number } | null;
  locale: string;
  texts: ActionTexts['amount'];
}

export interface PurchaseDraft {
  bounds: AmountBounds;
  /** At the price of now; null while there is no price, or no amount. */
  quote: PurchaseQuote | null;
  /** What the amount field does not say itself. */
  problem: PurchaseProblem | null;
  /** Null as long as it cannot be bought. */
  order: PurchaseOrder | null;
}

/** Until the member's balance is known, amounts are read with as many digits as USDT has on most chains; nothing is ordered by it. */
const USUAL_DECIMALS = 6;

/** What the form amounts to at the moment. */
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
  // What is wrong with an amount that is none yet, nobody needs to hear.
  const problem = reading.ok || found?.reason === 'CLOSED' || found?.reason === 'NO_PRICE' ? found : null;
  const isComplete = reading.ok && wallet !== null && problem === null;
  return {
    bounds,
    quote: reading.ok ? quote : null,
    problem,
    order:
      isComplete && quote && treasury.jufPrice !== null
        ? {
            treasuryId: pack.id,
            name: pack.name,
            amount: toDecimalString(usdtBaseUnits, usdtDecimals),
            insured: isInsured,
            marketPrice: treasury.jufPrice,
            maxPrice: toDecimalString(quote.maxPrice18, 18),
          }
        : null,
  };
}

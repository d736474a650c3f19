import type { ReactNode } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import { systemClock } from '../../lib/clock.ts';
import { formatDays, formatRate } from '../../lib/format-terms.ts';
import { interpolate } from '../jsx/interpolate.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import type { PurchaseProblem } from '../../lib/treasury/check-purchase.ts';
import type { TreasuryPackage } from '../../lib/treasury/treasury-types.ts';
import { purchaseAction } from '../../stores/treasury.ts';
import { AmountField } from '../action/AmountField.tsx';
import { Notice } from '../action/Notice.tsx';
import { Figure } from '../figures/Figure.tsx';
import { formatLongDate } from '../figures/format-long-date.ts';
import { Ledger } from '../figures/Ledger.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import type { PurchaseDraft } from './draft-purchase.ts';
import { InsuranceChoice } from './InsuranceChoice.tsx';
import { PackageWorth } from './PackageWorth.tsx';
import { PackageRosette } from './PackageRosette.tsx';
import type { PurchaseForm as Form } from './use-purchase-form.ts';
import { PRICE_DIGITS, writeJuf } from './write-figures.ts';

const DAY_MS = 86_400_000;

interface PurchaseFormProps {
  pack: TreasuryPackage;
  draft: PurchaseDraft;
  /** After discount; null while there is no price. */
  price18: bigint | null;
  /** Before discount. */
  marketPrice18: bigint | null;
  form: Form;
  /** Notes on the price and the balance. */
  children: ReactNode;
}

/** The amount and the insurance, with the resulting figures shown while typing. */
export function PurchaseForm({ pack, draft, price18, marketPrice18, form, children }: PurchaseFormProps): React.JSX.Element {
  const { purchase } = useTexts('treasury');
  const locale = useLocale();
  const { amount, quote, problem, order } = draft;
  const unlocksAt = new Date(systemClock().getTime() + pack.vestingDays * DAY_MS).toISOString();
  return (
    <form
      className="dlg-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (order) purchaseAction.review(order);
      }}
    >
      <div className="cert">
        <PackageRosette vestingDays={pack.vestingDays} />
        <b>
          {pack.discountRate === 0 ? purchase.atMarket : interpolate(purchase.belowMarket, { rate: formatRate(pack.discountRate, locale) })}
        </b>
        <p className="dim">
          {interpolate(purchase.vesting, {
            min: formatAmount(pack.minAmount, { locale }),
            max: formatAmount(pack.maxAmount, { locale }),
            days: formatDays(pack.vestingDays, locale),
          })}
        </p>
      </div>
      <div className="dlg-body">
        <AmountField id="pay" label={purchase.pay} amount={amount} />
        <InsuranceChoice pack={pack} quote={quote} form={form} />
        <Ledger
          lines={[
            {
              name: purchase.yours,
              value: price18 === null ? '–' : <Figure value={price18} unit="USDT" fractionDigits={PRICE_DIGITS} />,
            },
            {
              name: purchase.receive,
              value: (
                <>
                  {quote ? <Figure value={quote.juf} unit="JUF" /> : '–'}
                  <small>{interpolate(purchase.until, { date: formatLongDate(unlocksAt, locale) })}</small>
                </>
              ),
            },
          ]}
        />
        {quote && marketPrice18 !== null && <PackageWorth pack={pack} quote={quote} price18={marketPrice18} isInsured={form.isInsured} />}
        {children}
      </div>
      <div className="dlg-foot">
        {problem && <Notice kind="failed" text={problemText(problem, locale, purchase.problems)} />}
        <button type="submit" className="btn btn-primary btn-block" aria-disabled={order === null}>
          {purchase.review}
        </button>
      </div>
    </form>
  );
}

function problemText(problem: PurchaseProblem, locale: string, texts: Texts<'treasury'>['purchase']['problems']): string {
  if ('usdt' in problem) return interpolate(texts[problem.reason], { amount: formatAmount(problem.usdt, { locale }) });
  if ('leftJuf' in problem) return interpolate(texts[problem.reason], { amount: writeJuf(problem.leftJuf, locale) });
  return texts[problem.reason];
}

import { formatAmount } from '../../lib/amount.ts';
import { systemClock } from '../../lib/clock.ts';
import { formatRate } from '../../lib/format-terms.ts';
import { interpolate } from '../jsx/interpolate.ts';
import type { PurchaseQuote } from '../../lib/treasury/quote-purchase.ts';
import type { TreasuryPackage } from '../../lib/treasury/treasury-types.ts';
import { formatLongDate } from '../figures/format-long-date.ts';
import { useLocale, useTexts } from '../root/island.ts';
import type { PurchaseForm } from './use-purchase-form.ts';
import { writePrice } from './write-figures.ts';

const DAY_MS = 86_400_000;

interface InsuranceChoiceProps {
  pack: TreasuryPackage;
  /** Null while there is no amount. */
  quote: PurchaseQuote | null;
  form: Pick<PurchaseForm, 'isInsured' | 'setInsured'>;
}

/** What insurance costs, what it pays and when, shown before it is chosen. */
export function InsuranceChoice({ pack, quote, form }: InsuranceChoiceProps): React.JSX.Element {
  const texts = useTexts('treasury').purchase;
  const locale = useLocale();
  const endsAt = new Date(systemClock().getTime() + pack.insuranceDays * DAY_MS).toISOString();
  const date = formatLongDate(endsAt, locale);
  return (
    <label className="check">
      <input
        id="insured"
        type="checkbox"
        checked={form.isInsured}
        aria-labelledby="insured-label"
        aria-describedby="insured-text"
        onChange={(event) => form.setInsured(event.target.checked)}
      />
      <span>
        <span id="insured-label">
          {quote
            ? interpolate(texts.insure, { premium: formatAmount(quote.insurance.premiumUsdt, { locale }) })
            : interpolate(texts.insureRate, { rate: formatRate(pack.insurancePremiumRate, locale) })}
        </span>
        <span className="note" id="insured-text">
          {quote
            ? interpolate(texts.insureText, {
                price: writePrice(quote.price18, locale),
                date,
                most: formatAmount(quote.insurance.payoutCapUsdt, { locale }),
              })
            : interpolate(texts.insureTerms, { date, most: formatRate(pack.insuranceMaxPayoutRate, locale) })}
        </span>
      </span>
    </label>
  );
}

import { formatRate } from '../../lib/format-terms.ts';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import type { StakeQuote } from '../../lib/staking/quote-stake.ts';
import { formatDate } from '../figures/format-time.ts';
import type { DialogTexts, StakingTexts } from './staking-texts.ts';
import { TokenFigure } from './TokenFigure.tsx';

interface StakeTermsProps {
  /** Null where there is nothing to stake yet: then every line waits for it. */
  quote: StakeQuote | null;
  free: bigint | null;
  nowMs: number;
  locale: string;
  texts: Pick<StakingTexts, 'form'> & Pick<DialogTexts, 'action'>;
}

const DAY_MS = 86_400_000;

/** What follows from what is filled in, before it is reviewed. */
export function StakeTerms({ quote, free, nowMs, locale, texts: { form, action } }: StakeTermsProps): React.JSX.Element {
  const left = quote === null || free === null || free < quote.amountBaseUnits ? null : free - quote.amountBaseUnits;
  return (
    <dl className="ledger">
      <div>
        <dt>{form.rate}</dt>
        <dd>
          <span className="num">{quote === null ? '–' : rateOf(quote, locale, form.rateOf)}</span>
          <small>{quote === null ? '\u00a0' : interpolate(form.tier, { tier: quote.tier.name })}</small>
        </dd>
      </div>
      <div>
        <dt>{form.unlocks}</dt>
        <dd className="num">{quote === null ? '–' : formatDate(new Date(nowMs + quote.period.days * DAY_MS).toISOString(), locale)}</dd>
      </div>
      <div>
        <dt>{interpolate(action.review.afterwards, { token: 'JUF' })}</dt>
        <dd>
          <TokenFigure value={left} locale={locale} unit="JUF" />
        </dd>
      </div>
      <div>
        <dt>{form.returns}</dt>
        <dd>
          <TokenFigure value={quote && quote.returnsBaseUnits} locale={locale} unit="JUF" />
        </dd>
      </div>
      <div className="sum">
        <dt>{form.back}</dt>
        <dd>
          <TokenFigure value={quote && quote.amountBaseUnits + quote.returnsBaseUnits} locale={locale} unit="JUF" />
        </dd>
      </div>
    </dl>
  );
}

function rateOf({ period, tier, rate }: StakeQuote, locale: string, text: string): string {
  const multiplier = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(tier.multiplier / 10_000);
  return interpolate(text, { rate: formatRate(period.apr, locale), multiplier, result: formatRate(rate, locale) });
}

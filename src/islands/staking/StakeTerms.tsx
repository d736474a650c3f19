import { formatRate } from '../../lib/format-terms.ts';
import { formatMultiplier } from '../../lib/staking/format-multiplier.ts';
import { interpolate } from '../jsx/interpolate.ts';
import type { StakeQuote } from '../../lib/staking/quote-stake.ts';
import { formatDate } from '../figures/format-time.ts';
import { Ledger } from '../figures/Ledger.tsx';
import { Figure } from '../figures/Figure.tsx';
import { useLocale, useTexts } from '../root/island.ts';

interface StakeTermsProps {
  /** Null while there is nothing to stake; all lines then show a placeholder. */
  quote: StakeQuote | null;
  free: bigint | null;
  nowMs: number;
}

const DAY_MS = 86_400_000;

/** The terms that result from the form, before the review. */
export function StakeTerms({ quote, free, nowMs }: StakeTermsProps): React.JSX.Element {
  const { form } = useTexts('staking');
  const { review } = useTexts('action');
  const locale = useLocale();
  const left = quote === null || free === null || free < quote.amountBaseUnits ? null : free - quote.amountBaseUnits;
  const unlocks = quote === null ? '–' : formatDate(new Date(nowMs + quote.period.days * DAY_MS).toISOString(), locale);
  const juf = (value: bigint | null): React.JSX.Element => <Figure value={value} unit="JUF" />;
  return (
    <Ledger
      lines={[
        {
          name: form.rate,
          value: (
            <>
              <span className="num">{quote === null ? '–' : rateOf(quote, locale, form.rateOf)}</span>
              <small>{quote === null ? '\u00a0' : interpolate(form.tier, { tier: quote.tier.name })}</small>
            </>
          ),
        },
        { name: form.unlocks, value: <span className="num">{unlocks}</span> },
        { name: interpolate(review.afterwards, { token: 'JUF' }), value: juf(left) },
        { name: form.returns, value: juf(quote && quote.returnsBaseUnits) },
        { name: form.back, value: juf(quote && quote.amountBaseUnits + quote.returnsBaseUnits), kind: 'sum' },
      ]}
    />
  );
}

function rateOf({ period, tier, rate }: StakeQuote, locale: string, text: string): string {
  const multiplier = formatMultiplier(tier.multiplier, locale);
  return interpolate(text, { rate: formatRate(period.apr, locale), multiplier, result: formatRate(rate, locale) });
}

import { formatAmount, fromDecimalString } from '../../lib/amount.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { $jufPriceByHour } from '../../stores/dashboard.ts';
import { formatShare } from '../figures/format-time.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';
import { dayChange } from './day-change.ts';
import type { PortfolioLine } from './portfolio-lines.ts';

interface DayChangeProps {
  lines: readonly PortfolioLine[];
  totalUsd: bigint;
  jufPrice: string | null;
}

/** The total's change in the last 24 hours, shown by sign and words as well as by colour. Its line takes up its space before the figures load. */
export function DayChange({ lines, totalUsd, jufPrice }: DayChangeProps): React.JSX.Element {
  const texts = useTexts('home').portfolio;
  const locale = useLocale();
  const before = useServerState($jufPriceByHour).data?.[0]?.price;
  const change =
    before === undefined || jufPrice === null
      ? null
      : dayChange(lines, totalUsd, { now: fromDecimalString(jufPrice), before: fromDecimalString(before) });
  if (change === null) return <p className="note">{'\u00a0'}</p>;
  const { usd, basisPoints } = change;
  const sign = usd > 0n ? '+' : usd < 0n ? '−' : '';
  const amount = `${sign}US$\u00a0${formatAmount(usd < 0n ? -usd : usd, { locale, fractionDigits: 2 })}`;
  return (
    <p className={usd > 0n ? 'note num pos' : usd < 0n ? 'note num neg' : 'note num'}>
      {interpolate(texts.day, { amount, share: formatShare(basisPoints, locale, true) })}
    </p>
  );
}

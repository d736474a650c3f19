import { formatAmount } from '../../lib/amount.ts';
import { unitOf } from '../../lib/token-decimals.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { ReadableChart } from '../charts/ReadableChart.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { formatHour } from './format-hour.ts';
import { formatDateTime, formatDay } from '../figures/format-time.ts';
import { priceStats, type PricePoint } from './price-stats.ts';

interface PriceChartProps {
  points: readonly PricePoint[];
  /** For example "90 days". */
  span: string;
  isByHour: boolean;
}

/** Daily or hourly prices. */
export function PriceChart({ points, span, isByHour }: PriceChartProps): React.JSX.Element {
  const texts = useTexts('home').price;
  const locale = useLocale();
  const [labelOf, momentOf] = isByHour ? [formatHour, formatDateTime] : [formatDay, formatDay];
  const format = (value: bigint, digits: number): string => formatAmount(value, { locale, fractionDigits: digits });
  const digits = tickDigits(points);
  return (
    <ReadableChart
      points={points.map(({ time, price }) => ({
        label: labelOf(time, locale),
        value: price,
        reading: interpolate(texts.point, { date: momentOf(time, locale, 'UTC'), price: format(price, 4) }),
      }))}
      name={interpolate((isByHour ? texts.hours : texts).chart, { days: span })}
      formatTick={(value) => format(value, digits)}
    />
  );
}

/** Enough digits to tell neighbouring ticks apart; a chart has at most five steps. */
function tickDigits(points: readonly PricePoint[]): number {
  const { highest = 0n, lowest = 0n } = priceStats(points) ?? {};
  let digits = 2;
  while (digits < 6 && highest - lowest < 5n * unitOf(digits)) digits += 1;
  return digits;
}

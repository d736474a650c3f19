import { useState } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import { AreaChart } from '../charts/AreaChart.tsx';
import { formatClock, formatDateTime, formatDay } from '../figures/format-time.ts';
import type { HomeTexts } from './home-texts.ts';
import { priceStats, type PricePoint } from './price-stats.ts';

const PRICE_DECIMALS = 18;

interface PriceChartProps {
  points: readonly PricePoint[];
  /** In words: "90 days". */
  span: string;
  isByHour: boolean;
  locale: string;
  texts: HomeTexts['price'];
}

/** Prices by the day or hour. A range input over the picture reads single ones, by pointer and by keyboard alike. */
export function PriceChart({ points, span, isByHour, locale, texts }: PriceChartProps): React.JSX.Element {
  const last = points.length - 1;
  const [chosen, setChosen] = useState<number | null>(null);
  const current = Math.min(chosen ?? last, last);
  const point = points[current];
  const format = (value: bigint, digits: number): string => formatAmount(value, PRICE_DECIMALS, { locale, fractionDigits: digits });
  const reading = point
    ? interpolate(texts.point, { date: (isByHour ? formatDateTime : formatDay)(point.time, locale), price: format(point.price, 4) })
    : '';
  const digits = tickDigits(points);
  const drawn = points.map(({ time, price }) => ({ label: (isByHour ? formatClock : formatDay)(time, locale), value: price }));
  return (
    <div className="price-chart">
      <p className="note num" aria-hidden="true">
        {reading}
      </p>
      <div className="chart-read">
        <AreaChart points={drawn} size="wide" current={current} formatTick={(value) => format(value, digits)} />
        <AreaChart points={drawn} size="narrow" current={current} formatTick={(value) => format(value, digits)} />
        <input
          type="range"
          min={0}
          max={Math.max(last, 0)}
          value={current}
          aria-label={interpolate((isByHour ? texts.hours : texts).chart, { days: span })}
          aria-valuetext={reading}
          onChange={(event) => setChosen(event.currentTarget.valueAsNumber)}
          onBlur={() => setChosen(null)}
        />
      </div>
    </div>
  );
}

/** As many digits as tell two neighbouring ticks apart; a chart has five steps at most. */
function tickDigits(points: readonly PricePoint[]): number {
  const { highest = 0n, lowest = 0n } = priceStats(points) ?? {};
  let digits = 2;
  while (digits < 6 && highest - lowest < 5n * 10n ** BigInt(PRICE_DECIMALS - digits)) digits += 1;
  return digits;
}

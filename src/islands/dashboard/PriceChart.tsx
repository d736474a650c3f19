import { useState } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import { AreaChart } from '../charts/AreaChart.tsx';
import { formatDay } from '../figures/format-time.ts';
import type { HomeTexts } from './home-texts.ts';
import type { PricePoint } from './price-stats.ts';

const PRICE_DECIMALS = 18;

interface PriceChartProps {
  points: readonly PricePoint[];
  /** In words: "90 days". */
  span: string;
  locale: string;
  texts: HomeTexts['price'];
}

/** Prices by the day. A range input over the picture reads single days, by pointer and by keyboard alike. */
export function PriceChart({ points, span, locale, texts }: PriceChartProps): React.JSX.Element {
  const last = points.length - 1;
  const [chosen, setChosen] = useState<number | null>(null);
  const current = Math.min(chosen ?? last, last);
  const point = points[current];
  const format = (value: bigint, digits: number): string => formatAmount(value, PRICE_DECIMALS, { locale, fractionDigits: digits });
  const reading = point ? interpolate(texts.point, { date: formatDay(point.time, locale), price: format(point.price, 4) }) : '';
  const drawn = points.map(({ time, price }) => ({ label: formatDay(time, locale), value: price }));
  return (
    <div className="price-chart">
      <p className="note num" aria-hidden="true">
        {reading}
      </p>
      <div className="chart-read">
        <AreaChart points={drawn} size="wide" current={current} formatTick={(value) => format(value, 2)} />
        <AreaChart points={drawn} size="narrow" current={current} formatTick={(value) => format(value, 2)} />
        <input
          type="range"
          min={0}
          max={Math.max(last, 0)}
          value={current}
          aria-label={interpolate(texts.chart, { days: span })}
          aria-valuetext={reading}
          onChange={(event) => setChosen(event.currentTarget.valueAsNumber)}
          onBlur={() => setChosen(null)}
        />
      </div>
    </div>
  );
}

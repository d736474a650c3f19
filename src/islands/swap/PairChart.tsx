import { useState } from 'react';
import { formatDays } from '../../lib/format-terms.ts';
import { $swapPair } from '../../stores/swap.ts';
import { Choice } from '../list/Choice.tsx';
import { PRICE_RANGES, PriceChart, type PriceRange, usePricePoints } from '../dashboard/PriceChart.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { useShown } from '../state/use-shown.ts';

/** How the price of JUF moved, next to the trade. The provider keeps no history of pairs without JUF. */
export const PairChart = island(function PairChart() {
  const { price } = useTexts('home');
  const { chart } = useTexts('swap');
  const locale = useLocale();
  const { from, to } = useShown($swapPair);
  const [days, setDays] = useState<PriceRange>(30);
  const { points } = usePricePoints(days);
  return (
    <section className="form pair-chart" aria-labelledby="pair-chart-title">
      <div className="pair-chart-head">
        <h2 id="pair-chart-title">{chart.title}</h2>
        <Choice
          id="pair-range"
          name={price.range}
          isNameHidden
          options={PRICE_RANGES}
          labelOf={(range) => formatDays(range, locale)}
          chosen={days}
          choose={setDays}
        />
      </div>
      <PriceChart key={days} points={points} span={formatDays(days, locale)} isByHour={days === 1} />
      <p className="note">{from === 'JUF' || to === 'JUF' ? chart.note : chart.other}</p>
    </section>
  );
});

import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatDays } from '../../lib/format-terms.ts';
import { $jufPriceByDay, $jufPriceByHour } from '../../stores/dashboard.ts';
import { $swapPair } from '../../stores/swap.ts';
import { RangeChoice } from '../charts/ReadableChart.tsx';
import { dayEndingAt, pointsWithin, PRICE_RANGES, PriceChart, type PriceRange } from '../dashboard/PriceChart.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { sectionState, useServerState } from '../state/use-server-state.ts';

/** How the price of JUF moved, next to the trade. The provider keeps no history of pairs without JUF. */
export const PairChart = island(function PairChart(): React.JSX.Element {
  const { price } = useTexts('home');
  const { chart } = useTexts('swap');
  const locale = useLocale();
  const { from, to } = useStore($swapPair, { ssr: 'initial' });
  const [days, setDays] = useState<PriceRange>(30);
  const isByHour = days === 1;
  const state = sectionState(useServerState(isByHour ? $jufPriceByHour : $jufPriceByDay));
  const known = state.kind === 'ready' ? state.data : [];
  const points = pointsWithin(known, days).map(({ time, price }) => ({ time: isByHour ? time : dayEndingAt(time), price }));
  return (
    <section className="form pair-chart" aria-labelledby="pair-chart-title">
      <div className="pair-chart-head">
        <h2 id="pair-chart-title">{chart.title}</h2>
        <RangeChoice
          id="pair-range"
          name={price.range}
          ranges={PRICE_RANGES.map((range) => ({ range, label: formatDays(range, locale) }))}
          chosen={days}
          choose={setDays}
        />
      </div>
      <PriceChart key={days} points={points} span={formatDays(days, locale)} isByHour={isByHour} />
      <p className="note">{from === 'JUF' || to === 'JUF' ? chart.note : chart.other}</p>
    </section>
  );
});

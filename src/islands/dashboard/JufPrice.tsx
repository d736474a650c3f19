import { useState } from 'react';
import { fromDecimalString } from '../../lib/amount.ts';
import { $dashboard, $jufPriceByDay, $jufPriceByHour } from '../../stores/dashboard.ts';
import { formatDays } from '../../lib/format-terms.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { RangeChoice } from '../charts/RangeChoice.tsx';
import { Figure } from '../figures/Figure.tsx';
import { formatShare } from '../figures/format-time.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { sectionState } from '../state/section-state.ts';
import { dayEndingAt } from './day-ending-at.ts';
import { endWithNow } from './end-with-now.ts';
import { PriceChart } from './PriceChart.tsx';
import { pointsWithin, PRICE_RANGES, type PriceRange } from './price-range.ts';
import { type PricePoint, priceStats, type PriceStats } from './price-stats.ts';
import { PriceTable } from './PriceTable.tsx';
import { Section } from '../state/Section.tsx';
import { useServerState } from '../state/use-server-state.ts';

/** JUF's daily price over up to 90 days, or its hourly price over one day. */
export const JufPrice = island(function JufPrice(): React.JSX.Element | null {
  const texts = useTexts('home').price;
  const locale = useLocale();
  const [days, setDays] = useState<PriceRange>(90);
  const isByHour = days === 1;
  const state = sectionState(useServerState(isByHour ? $jufPriceByHour : $jufPriceByDay));
  const current = useCurrentPrice();
  if (state.kind === 'failed' && !isByHour) return null;
  const known = state.kind === 'ready' ? state.data : [];
  const points = endWithNow(
    pointsWithin(known, days).map(({ time, price }) => ({
      time: isByHour ? time : dayEndingAt(time),
      price: fromDecimalString(price),
    })),
    current,
  );
  const span = formatDays(days, locale);
  const stats = priceStats(points);
  const isMissing = state.kind !== 'loading' && !stats;
  return (
    <Section id="price" title={texts.title} note={isByHour ? texts.hours.note : texts.note}>
      {(isByHour || !isMissing) && (
        <RangeChoice
          id="price-range"
          name={texts.range}
          ranges={PRICE_RANGES.map((range) => ({ range, label: formatDays(range, locale) }))}
          chosen={days}
          choose={setDays}
        />
      )}
      {isMissing ? (
        <p className="dim">{isByHour ? texts.hours.missing : texts.none}</p>
      ) : (
        <>
          <Stats stats={stats} span={span} />
          <div aria-busy={!stats}>
            <PriceChart key={days} points={points} span={span} isByHour={isByHour} />
            <PriceTable points={points} isByHour={isByHour} />
          </div>
        </>
      )}
    </Section>
  );
});

/** The price that holdings are valued at. */
function useCurrentPrice(): PricePoint | null {
  const { jufPrice, jufPriceAt } = useServerState($dashboard).data ?? {};
  return jufPrice && jufPriceAt ? { time: jufPriceAt, price: fromDecimalString(jufPrice) } : null;
}

interface StatsProps {
  stats: PriceStats | undefined;
  /** For example "90 days". */
  span: string;
}

function Stats({ stats, span }: StatsProps): React.JSX.Element {
  const texts = useTexts('home').price;
  const price = (value: bigint | undefined, unit?: string): React.JSX.Element =>
    value === undefined ? <Skeleton width={6} /> : <Figure value={value} fractionDigits={4} {...(unit !== undefined && { unit })} />;
  return (
    <dl className="stats">
      <Stat name={texts.now}>{price(stats?.now, 'USDT')}</Stat>
      <Stat name={interpolate(texts.change, { days: span })}>
        {stats ? <Change basisPoints={stats.changeBasisPoints} /> : <Skeleton width={4} />}
      </Stat>
      <Stat name={texts.highest}>{price(stats?.highest)}</Stat>
      <Stat name={texts.lowest}>{price(stats?.lowest)}</Stat>
    </dl>
  );
}

function Stat({ name, children }: { name: string; children: React.ReactNode }): React.JSX.Element {
  return (
    <div className="stat">
      <dt>{name}</dt>
      <dd className="v">{children}</dd>
    </div>
  );
}

/** Shows a gain or loss by sign and word as well as by colour. */
function Change({ basisPoints }: { basisPoints: number }): React.JSX.Element {
  const texts = useTexts('home').price;
  const locale = useLocale();
  const tone = basisPoints > 0 ? 'pos' : basisPoints < 0 ? 'neg' : '';
  return (
    <span className={`num ${tone}`}>
      {formatShare(basisPoints, locale, true)}
      {basisPoints !== 0 && <span className="vh"> {basisPoints > 0 ? texts.rose : texts.fell}</span>}
    </span>
  );
}

import { useState } from 'react';
import { fromDecimalString } from '../../lib/amount.ts';
import { $dashboard, type DashboardHome } from '../../stores/dashboard.ts';
import { formatDays } from '../../lib/format-terms.ts';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import { Figure } from '../figures/Figure.tsx';
import { formatDate, formatShare } from '../figures/format-time.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { TableHead } from '../list/TableHead.tsx';
import { sectionState } from '../state/section-state.ts';
import type { HomeTexts } from './home-texts.ts';
import { PriceChart } from './PriceChart.tsx';
import { pointsWithin, type PriceRange } from './price-range.ts';
import { PriceRangeChoice } from './PriceRangeChoice.tsx';
import { priceStats, type PricePoint, type PriceStats } from './price-stats.ts';
import { priceWeeks } from './price-weeks.ts';
import { Section } from '../state/Section.tsx';
import { useServerState } from '../state/use-server-state.ts';

const PRICE_DECIMALS = 18;

interface JufPriceProps {
  locale: string;
  texts: Pick<HomeTexts, 'price'>;
}

export function JufPrice({ locale, texts: { price: texts } }: JufPriceProps): React.JSX.Element | null {
  const state = sectionState(useServerState($dashboard));
  const [days, setDays] = useState<PriceRange>(90);
  if (state.kind === 'failed') return null;
  const points = state.kind === 'ready' ? pointsWithin(pricePoints(state.data), days) : [];
  const span = formatDays(days, locale);
  const stats = priceStats(points);
  return (
    <Section id="price" title={texts.title} note={texts.note}>
      {state.kind === 'ready' && !stats ? (
        <p className="dim">{texts.none}</p>
      ) : (
        <>
          <PriceRangeChoice days={days} choose={setDays} locale={locale} name={texts.range} />
          <Stats stats={stats} span={span} locale={locale} texts={texts} />
          <div>
            {stats ? (
              <PriceChart key={days} points={points} span={span} locale={locale} texts={texts} />
            ) : (
              <div className="price-chart price-chart-waiting" aria-busy="true" />
            )}
            <Weeks points={points} locale={locale} texts={texts} />
          </div>
        </>
      )}
    </Section>
  );
}

interface StatsProps {
  stats: PriceStats | undefined;
  /** In words: "90 days". */
  span: string;
  locale: string;
  texts: HomeTexts['price'];
}

function Stats({ stats, span, locale, texts }: StatsProps): React.JSX.Element {
  const price = (value: bigint | undefined, unit?: string): React.JSX.Element =>
    value === undefined ? (
      <Skeleton width={6} />
    ) : (
      <Figure value={value} decimals={PRICE_DECIMALS} locale={locale} fractionDigits={4} {...(unit !== undefined && { unit })} />
    );
  return (
    <dl className="stats">
      <Stat name={texts.now}>{price(stats?.now, 'USDT')}</Stat>
      <Stat name={interpolate(texts.change, { days: span })}>
        {stats ? <Change basisPoints={stats.changeBasisPoints} locale={locale} texts={texts} /> : <Skeleton width={4} />}
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

/** A gain or loss is told by sign and word as well as by colour. */
function Change({ basisPoints, locale, texts }: { basisPoints: number; locale: string; texts: HomeTexts['price'] }): React.JSX.Element {
  const tone = basisPoints > 0 ? 'pos' : basisPoints < 0 ? 'neg' : '';
  return (
    <span className={`num ${tone}`}>
      {formatShare(basisPoints, locale, true)}
      {basisPoints !== 0 && <span className="vh"> {basisPoints > 0 ? texts.rose : texts.fell}</span>}
    </span>
  );
}

function Weeks({ points, locale, texts }: { points: readonly PricePoint[]; locale: string; texts: HomeTexts['price'] }): React.JSX.Element {
  const cell = (value: bigint): React.JSX.Element => <Figure value={value} decimals={PRICE_DECIMALS} locale={locale} fractionDigits={4} />;
  return (
    <details className="twin">
      <summary>{texts.table}</summary>
      <table>
        <TableHead columns={[{ name: texts.week }, { name: texts.low }, { name: texts.high }, { name: texts.close }]} />
        <tbody>
          {priceWeeks(points).map(({ startsOn, low, high, close }) => (
            <tr key={startsOn}>
              <th scope="row">{formatDate(startsOn, locale)}</th>
              <td>{cell(low)}</td>
              <td>{cell(high)}</td>
              <td>{cell(close)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function pricePoints({ jufPriceHistory }: DashboardHome): PricePoint[] {
  return jufPriceHistory.map(({ time, price }) => ({ time, price: fromDecimalString(price, PRICE_DECIMALS) }));
}

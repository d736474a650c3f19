import { useState } from 'react';
import { formatDays } from '../../lib/format-terms.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { Choice } from '../list/Choice.tsx';
import { Figure } from '../figures/Figure.tsx';
import { formatDate, formatShare } from '../figures/format-time.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { Stat } from '../figures/Stat.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import {
  formatHour,
  PRICE_RANGES,
  PriceChart,
  type PricePoint,
  type PriceRange,
  priceStats,
  type PriceStats,
  usePricePoints,
} from './PriceChart.tsx';
import { Section } from '../state/Section.tsx';
import { TableHead } from '../list/TableHead.tsx';

const DAY_MS = 86_400_000;

/** JUF's daily price over up to 90 days, or its hourly price over one day. */
export const JufPrice = island(function JufPrice() {
  const texts = useTexts('home').price;
  const locale = useLocale();
  const [days, setDays] = useState<PriceRange>(90);
  const isByHour = days === 1;
  const { kind, points } = usePricePoints(days);
  if (kind === 'failed' && !isByHour) return null;
  const span = formatDays(days, locale);
  const stats = priceStats(points);
  const isMissing = kind !== 'loading' && !stats;
  return (
    <Section id="price" title={texts.title} note={isByHour ? texts.hours.note : texts.note}>
      {(isByHour || !isMissing) && (
        <Choice
          id="price-range"
          name={texts.range}
          isNameHidden
          options={PRICE_RANGES}
          labelOf={(range) => formatDays(range, locale)}
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

interface StatsProps {
  stats: PriceStats | undefined;
  /** For example "90 days". */
  span: string;
}

function Stats({ stats, span }: StatsProps) {
  const texts = useTexts('home').price;
  const price = (value: bigint | undefined, unit?: string) =>
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

/** Shows a gain or loss by sign and word as well as by colour. */
function Change({ basisPoints }: { basisPoints: number }) {
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

interface PriceTableProps {
  points: readonly PricePoint[];
  isByHour: boolean;
}

/** The price chart as a table: weeks for daily prices, or one row per hour. */
function PriceTable({ points, isByHour }: PriceTableProps) {
  const texts = useTexts('home').price;
  const locale = useLocale();
  const { hours } = texts;
  const names = isByHour ? [hours.until, hours.average] : [texts.week, texts.low, texts.high, texts.close];
  const rows = isByHour
    ? points.map(({ time, price }) => ({ key: time, name: formatHour(time, locale), prices: [price] }))
    : priceWeeks(points).map(({ startsOn, low, high, close }) => ({
        key: startsOn,
        name: formatDate(startsOn, locale, 'UTC'),
        prices: [low, high, close],
      }));
  return (
    <details className="twin">
      <summary>{texts.table}</summary>
      <table>
        <TableHead columns={names.map((name) => ({ name }))} />
        <tbody>
          {rows.map(({ key, name, prices }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {prices.map((price, index) => (
                <td key={names[index + 1]}>
                  <Figure value={price} fractionDigits={4} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

interface PriceWeek {
  /** The Sunday the week starts on, ISO 8601 date, UTC. */
  startsOn: string;
  low: bigint;
  high: bigint;
  close: bigint;
}

/** The points by week, oldest first, for the price chart's table. */
export function priceWeeks(points: readonly PricePoint[]): PriceWeek[] {
  const weeks = new Map<string, PriceWeek>();
  for (const { time, price } of points) {
    const startsOn = sundayBefore(time);
    const week = weeks.get(startsOn);
    weeks.set(
      startsOn,
      week
        ? { startsOn, low: price < week.low ? price : week.low, high: price > week.high ? price : week.high, close: price }
        : { startsOn, low: price, high: price, close: price },
    );
  }
  return [...weeks.values()];
}

function sundayBefore(time: string): string {
  const date = new Date(time);
  return new Date(date.getTime() - date.getUTCDay() * DAY_MS).toISOString().slice(0, 10);
}

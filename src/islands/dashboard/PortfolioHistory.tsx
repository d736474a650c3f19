import { formatTick } from '../../lib/format-count.ts';
import { useState } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import { ONE } from '../../lib/token-decimals.ts';
import { formatDays } from '../../lib/format-terms.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { $dashboard, $portfolioByDay, $portfolioSinceJoined, refreshPortfolioHistory } from '../../stores/dashboard.ts';
import { EmptyChart } from '../charts/EmptyChart.tsx';
import { ReadableChart } from '../charts/ReadableChart.tsx';
import { Choice } from '../list/Choice.tsx';
import { Figure } from '../figures/Figure.tsx';
import { formatDate, formatDay } from '../figures/format-time.ts';
import { TableHead } from '../list/TableHead.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { Section } from '../state/Section.tsx';
import { useSection, useServerState } from '../state/use-server-state.ts';

const RANGES = [7, 30, 90, 'ALL'] as const;

/** The member's total at the end of each day. Hidden if the provider doesn't offer it. */
export const PortfolioHistory = island(function PortfolioHistory() {
  const texts = useTexts('home').history;
  const locale = useLocale();
  const [range, setRange] = useState<(typeof RANGES)[number]>(90);
  const state = useSection(range === 'ALL' ? $portfolioSinceJoined : $portfolioByDay);
  const parts = useServerState($dashboard).data?.portfolio?.parts;
  const known = state.kind === 'ready' ? state.data : [];
  if (state.kind === 'ready' && known.length === 0) return null;
  const isEmpty =
    state.kind === 'ready' &&
    parts?.every(({ amount }) => amount === 0n) === true &&
    known.every(({ totalUsd }) => totalUsd === null || totalUsd === 0n);
  // One point more than days: the first is where the span begins.
  const days = range === 'ALL' ? known : known.slice(-(range + 1));
  const points = days.flatMap(({ day, totalUsd }) => (totalUsd === null ? [] : { at: `${day}T00:00:00Z`, value: totalUsd }));
  const labelOf = range === 'ALL' ? formatDate : formatDay;
  return (
    <Section id="portfolio-history" title={texts.title} note={texts.note}>
      <Choice
        id="portfolio-range"
        name={texts.range}
        isNameHidden
        options={RANGES}
        labelOf={(each) => (each === 'ALL' ? texts.all : formatDays(each, locale))}
        chosen={range}
        choose={setRange}
      />
      {state.kind === 'failed' ? (
        <FailureNotice failure={state.failure} retry={refreshPortfolioHistory} />
      ) : isEmpty ? (
        <div className="price-chart">
          {/* The line that says what is read off the chart. */}
          <p className="note">{'\u00a0'}</p>
          <EmptyChart text={texts.none} />
        </div>
      ) : (
        <div aria-busy={state.kind === 'loading'}>
          <ReadableChart
            key={range}
            points={points.map(({ at, value }) => ({
              label: labelOf(at, locale, 'UTC'),
              value,
              reading: interpolate(texts.point, {
                date: formatDate(at, locale, 'UTC'),
                value: formatAmount(value, { locale, fractionDigits: 2 }),
              }),
            }))}
            name={texts.chart}
            formatTick={(value) => formatTick(Number(value) / Number(ONE), locale)}
          />
          {points.length < days.length && <p className="note">{texts.gaps}</p>}
          <ValueTable points={points} />
        </div>
      )}
    </Section>
  );
});

interface ValueTableProps {
  points: readonly { at: string; value: bigint }[];
}

/** The chart's figures as a table. */
function ValueTable({ points }: ValueTableProps) {
  const { table, day, value: heading } = useTexts('home').history;
  const locale = useLocale();
  return (
    <details className="twin">
      <summary>{table}</summary>
      <table>
        <TableHead columns={[{ name: day }, { name: heading, kind: 'figure' }]} />
        <tbody>
          {points.map(({ at, value }) => (
            <tr key={at}>
              <th scope="row">{formatDate(at, locale, 'UTC')}</th>
              <td className="r">
                <Figure value={value} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

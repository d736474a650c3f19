import { formatCount, formatTick } from '../../lib/format-count.ts';
import { ONE } from '../../lib/token-decimals.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { $juPowerInfo, refreshJuPower } from '../../stores/profile-power.ts';
import { AreaChart, type AreaChartPoint } from '../charts/AreaChart.tsx';
import { EmptyChart } from '../charts/EmptyChart.tsx';
import { Figure } from '../figures/Figure.tsx';
import { formatDay } from '../figures/format-time.ts';
import { Ledger } from '../figures/Ledger.tsx';
import { TableHead } from '../list/TableHead.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { Section } from '../state/Section.tsx';
import { useSection } from '../state/use-server-state.ts';

const PARTS = ['treasury', 'staking', 'role', 'score'] as const;

/** JU power: what it consists of, and its history. */
export const Power = island(function Power() {
  const words = useTexts('profile').power;
  const locale = useLocale();
  const state = useSection($juPowerInfo);
  if (state.kind === 'failed') return <FailureNotice failure={state.failure} retry={refreshJuPower} />;
  const info = state.kind === 'ready' ? state.data : null;
  const figure = (amount: bigint | undefined) =>
    amount === undefined ? <span className="num">–</span> : <Figure value={amount} fractionDigits={0} />;
  const points = (info?.history ?? []).map(({ day, power }) => ({
    label: formatDay(`${day}T00:00:00Z`, locale, 'UTC'),
    value: power,
  }));
  const hadAny = info === null || points.some(({ value }) => value > 0n);
  return (
    <Section id="power" title={words.made} term="juPower" note={words.note}>
      <Ledger
        className="power"
        lines={[
          ...PARTS.map((part) => ({ name: words.parts[part], value: figure(info?.parts[part]) })),
          { name: words.total, value: figure(info?.power), kind: 'sum' },
          {
            name: words.rank,
            value: (
              <span key={String(info?.rank)} className="num">
                {info === null || info.rank === null ? '–' : formatCount(info.rank, locale)}
              </span>
            ),
          },
        ]}
      />
      {/* Who never had any is spared a line of zeros. */}
      {hadAny ? <History points={points} isRead={info !== null} words={words} /> : <EmptyChart text={words.none} />}
    </Section>
  );
});

interface HistoryProps {
  points: readonly AreaChartPoint[];
  isRead: boolean;
  words: Texts<'profile'>['power'];
}

function History({ points, isRead, words }: HistoryProps) {
  const locale = useLocale();
  const tick = (value: bigint): string => formatTick(Number(value / ONE), locale);
  return (
    <div aria-busy={!isRead}>
      <AreaChart points={points} size="wide" current={points.length - 1} formatTick={tick} />
      <AreaChart points={points} size="narrow" current={points.length - 1} formatTick={tick} />
      <details className="twin">
        <summary>{words.table}</summary>
        <table className="table">
          <TableHead columns={[{ name: words.day }, { name: words.title, kind: 'figure' }]} />
          <tbody>
            {points.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className="r" data-l={words.title}>
                  <Figure value={value} fractionDigits={0} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}

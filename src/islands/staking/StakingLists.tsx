import { formatDays } from '../../lib/format-terms.ts';
import { $turboPage, $turboPages, $withdrawnList, $withdrawnPage } from '../../stores/staking-lists.ts';
import { refreshStaking } from '../../stores/staking.ts';
import { Figure } from '../figures/Figure.tsx';
import { formatDate } from '../figures/format-time.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { ListSection } from '../list/ListSection.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { formatRatePoints } from './turbo-net.tsx';
import { useShown } from '../state/use-shown.ts';

export function WithdrawnList() {
  const { positions } = useTexts('staking');
  const locale = useLocale();
  const page = useShown($withdrawnPage);
  return (
    <ListSection
      $list={$withdrawnList}
      page={page}
      turn={(next) => $withdrawnPage.set(next)}
      empty={positions.withdrawnEmpty}
      columns={[
        {
          name: positions.position,
          show: ({ amount, tier, days }) => (
            <span className="stack">
              <Figure value={amount} unit="JUF" />
              <small>{interpolate(positions.tierDays, { tier, days: formatDays(days, locale) })}</small>
            </span>
          ),
        },
        {
          name: positions.earned,
          kind: 'figure',
          show: ({ accruedRoi }) => (
            <span className="pos">
              <Figure value={accruedRoi} unit="JUF" sign="+" />
            </span>
          ),
        },
        { name: positions.from, kind: 'figure', show: ({ startedAt }) => formatDate(startedAt, locale) },
        { name: positions.until, kind: 'figure', show: ({ maturesAt }) => formatDate(maturesAt, locale) },
      ]}
      retry={refreshStaking}
    />
  );
}

/** All turbo charges, newest first. */
export function ChargeList() {
  const { positions, turboNet } = useTexts('staking');
  const locale = useLocale();
  const page = useShown($turboPage);
  return (
    <ListSection
      $list={$turboPages}
      page={page}
      turn={(next) => $turboPage.set(next)}
      empty={positions.chargesEmpty}
      columns={[
        { name: positions.units, show: ({ units }) => <span className="num">× {units}</span> },
        { name: positions.boost, kind: 'figure', show: ({ boost }) => `+${formatRatePoints(boost, locale, turboNet.points)}` },
        {
          name: positions.burned,
          kind: 'figure',
          show: ({ paid }) => <Figure value={paid} unit="JU" sign="−" />,
        },
        { name: positions.from, kind: 'figure', show: ({ startedAt }) => formatDate(startedAt, locale) },
        { name: positions.until, kind: 'figure', show: ({ endsAt }) => formatDate(endsAt, locale) },
        {
          name: positions.status,
          kind: 'figure',
          show: ({ status }) =>
            status === 'ACTIVE' ? (
              <span className="badge badge-pos">{positions.running}</span>
            ) : (
              <span className="badge">{positions.ended}</span>
            ),
        },
      ]}
      retry={refreshStaking}
    />
  );
}

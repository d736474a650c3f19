import { useStore } from '@nanostores/react';
import { $turboPage, $turboPages } from '../../stores/staking-lists.ts';
import { formatDate } from '../figures/format-time.ts';
import { refreshStaking } from '../../stores/staking.ts';
import { ListSection } from '../list/ListSection.tsx';
import { Figure } from '../figures/Figure.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { formatRatePoints } from './turbo-net.tsx';

/** All turbo charges, newest first. */
export function ChargeList(): React.JSX.Element {
  const { positions, turboNet } = useTexts('staking');
  const locale = useLocale();
  const page = useStore($turboPage, { ssr: 'initial' });
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

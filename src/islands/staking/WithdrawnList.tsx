import { useStore } from '@nanostores/react';
import { formatDays } from '../../lib/format-terms.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { $withdrawnList, $withdrawnPage } from '../../stores/staking-lists.ts';
import { formatDate } from '../figures/format-time.ts';
import { refreshStaking } from '../../stores/staking.ts';
import { ListSection } from '../list/ListSection.tsx';
import { Figure } from '../figures/Figure.tsx';
import { useLocale, useTexts } from '../root/island.ts';

export function WithdrawnList(): React.JSX.Element {
  const { positions } = useTexts('staking');
  const locale = useLocale();
  const page = useStore($withdrawnPage, { ssr: 'initial' });
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

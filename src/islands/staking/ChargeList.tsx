import { useStore } from '@nanostores/react';
import { fromDecimalString } from '../../lib/amount.ts';
import { formatRate } from '../../lib/format-terms.ts';
import { STAKING_DECIMALS } from '../../lib/staking/staking-types.ts';
import { $turboList, $turboPage } from '../../stores/staking.ts';
import { formatDate } from '../figures/format-time.ts';
import { ListSection, type ListTexts } from './ListSection.tsx';
import { TokenFigure } from './TokenFigure.tsx';

/** Every turbo charge, the newest first. */
export function ChargeList({ locale, texts }: { locale: string; texts: ListTexts }): React.JSX.Element {
  const { positions } = texts;
  const page = useStore($turboPage, { ssr: 'initial' });
  return (
    <ListSection
      $list={$turboList}
      page={page}
      turn={(next) => $turboPage.set(next)}
      empty={positions.chargesEmpty}
      columns={[positions.units, positions.boost, positions.burned, positions.from, positions.until, positions.status]}
      texts={texts}
      row={({ id, units, boost, paid, startedAt, endsAt, status }) => (
        <tr key={id}>
          <th scope="row">
            <span className="num">× {units}</span>
          </th>
          <td className="r" data-l={positions.boost}>
            <span className="num">+{formatRate(boost, locale)}</span>
          </td>
          <td className="r" data-l={positions.burned}>
            <TokenFigure value={fromDecimalString(paid, STAKING_DECIMALS)} locale={locale} unit="JU" sign="−" />
          </td>
          <td className="r" data-l={positions.from}>
            <span className="num">{formatDate(startedAt, locale)}</span>
          </td>
          <td className="r" data-l={positions.until}>
            <span className="num">{formatDate(endsAt, locale)}</span>
          </td>
          <td className="r" data-l={positions.status}>
            <span className={status === 'ACTIVE' ? 'badge badge-pos' : 'badge'}>
              {status === 'ACTIVE' ? positions.running : positions.ended}
            </span>
          </td>
        </tr>
      )}
    />
  );
}

import { formatCount } from '../../lib/format-count.ts';
import { useStore } from '@nanostores/react';
import { formatMultiplier } from '../../lib/staking/quote-stake.ts';
import { chooseTier } from '../../lib/staking/choose-tier.ts';
import { $stakeDraft, $tierList } from '../../stores/staking.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { TableHead } from '../list/TableHead.tsx';
import { Figure } from '../figures/Figure.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { Section } from '../state/Section.tsx';
import { useServerState } from '../state/use-server-state.ts';

/** The default number of tiers, to reserve space for them. */
const PLACEHOLDERS = [1, 2, 3, 4];

/** What each tier requires and gives, and which one the form's stake would get. */
export const Tiers = island(function Tiers(): React.JSX.Element | null {
  const texts = useTexts('staking').tiers;
  const locale = useLocale();
  const { data: tiers, error } = useServerState($tierList);
  const { amountBaseUnits } = useStore($stakeDraft, { ssr: 'initial' });
  const chosen = tiers && amountBaseUnits !== null ? chooseTier(tiers, amountBaseUnits) : undefined;
  // The overview uses the same call and already reports the failure with a retry button.
  if (tiers === undefined && error) return null;
  return (
    <Section id="tiers" title={texts.title} note={texts.note}>
      <table className="table tiers" aria-busy={tiers === undefined}>
        <TableHead
          columns={[
            { name: texts.tier },
            { name: texts.from, kind: 'figure' },
            { name: texts.multiplier, kind: 'figure' },
            { name: texts.units, kind: 'figure' },
          ]}
        />
        <tbody>
          {tiers === undefined &&
            PLACEHOLDERS.map((key) => (
              <tr key={key} aria-hidden="true">
                <th scope="row">
                  <Skeleton width={4} />
                </th>
                <td className="r" data-l={texts.from}>
                  <Skeleton width={6} />
                </td>
                <td className="r" data-l={texts.multiplier}>
                  <Skeleton width={4} />
                </td>
                <td className="r" data-l={texts.units}>
                  <Skeleton width={4} />
                </td>
              </tr>
            ))}
          {tiers?.map(({ id, name, minAmount, multiplier, maxTurbo }) => (
            <tr key={id}>
              <th scope="row">
                {name}
                {id === chosen?.id && <span className="badge badge-acc">{texts.thisStake}</span>}
              </th>
              <td className="r" data-l={texts.from}>
                <Figure value={minAmount} unit="JUF" fractionDigits={0} />
              </td>
              <td className="r" data-l={texts.multiplier}>
                <span className="num">{formatMultiplier(multiplier, locale)}</span>
              </td>
              <td className="r" data-l={texts.units}>
                <span className="num">{formatCount(maxTurbo, locale)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
});

import { cutToCents, roundedUpToAddUp } from '../../lib/shown-amount.ts';
import { formatCount } from '../../lib/format-count.ts';
import { chooseTier } from '../../lib/staking/choose-tier.ts';
import { formatMultiplier } from '../../lib/staking/quote-stake.ts';
import { $rewardPool, $stakeDraft, $tierList } from '../../stores/staking.ts';
import { Figure } from '../figures/Figure.tsx';
import { Ledger } from '../figures/Ledger.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import { TableHead } from '../list/TableHead.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { Section } from '../state/Section.tsx';
import { useServerState } from '../state/use-server-state.ts';
import { useShown } from '../state/use-shown.ts';

/** The default number of tiers, to reserve space for them. */
const PLACEHOLDERS = [1, 2, 3, 4];

/** What each tier requires and gives, and which one the form's stake would get. */
export const Tiers = island(function Tiers() {
  const texts = useTexts('staking').tiers;
  const locale = useLocale();
  const { data: tiers, error } = useServerState($tierList);
  const { amountBaseUnits } = useShown($stakeDraft);
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

/** Explains where returns come from, and how much is in the pool. */
export const RewardPool = island(function RewardPool() {
  const texts = useTexts('staking').pool;
  const { data: pool, error } = useServerState($rewardPool);
  const total = pool && pool.free + pool.reserved;
  const [isFreeUp, isReservedUp] = pool ? roundedUpToAddUp([pool.free, pool.reserved], cutToCents(pool.free + pool.reserved)) : [];
  const figure = (value: bigint | undefined, isRoundedUp = false): React.ReactNode => {
    if (value !== undefined) return <Figure value={value} unit="JUF" isRoundedUp={isRoundedUp} />;
    // The overview uses the same call and already reports the failure with a retry button.
    return error ? '–' : <Skeleton width={8} />;
  };
  return (
    <Section id="reward-pool" title={texts.title}>
      <p className="pool-text">{texts.text}</p>
      <Ledger
        className="pool"
        lines={[
          { name: texts.free, value: figure(pool?.free, isFreeUp) },
          { name: texts.reserved, value: figure(pool?.reserved, isReservedUp) },
          { name: texts.total, value: figure(total), kind: 'sum' },
        ]}
      />
    </Section>
  );
});

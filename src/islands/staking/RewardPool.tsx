import { fromDecimalString } from '../../lib/amount.ts';
import { $rewardPool } from '../../stores/staking.ts';
import { Ledger } from '../figures/Ledger.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import { Figure } from '../figures/Figure.tsx';
import { island, useTexts } from '../root/island.ts';
import { Section } from '../state/Section.tsx';
import { useServerState } from '../state/use-server-state.ts';

/** Explains where returns come from, and how much is in the pool. */
export const RewardPool = island(function RewardPool(): React.JSX.Element {
  const texts = useTexts('staking').pool;
  const { data: pool, error } = useServerState($rewardPool);
  const free = pool && fromDecimalString(pool.free);
  const reserved = pool && fromDecimalString(pool.reserved);
  const figure = (value: bigint | undefined): React.ReactNode => {
    if (value !== undefined) return <Figure value={value} unit="JUF" />;
    // The overview uses the same call and already reports the failure with a retry button.
    return error ? '–' : <Skeleton width={8} />;
  };
  return (
    <Section id="reward-pool" title={texts.title}>
      <p className="pool-text">{texts.text}</p>
      <Ledger
        className="pool"
        lines={[
          { name: texts.free, value: figure(free) },
          { name: texts.reserved, value: figure(reserved) },
          { name: texts.total, value: figure(free === undefined || reserved === undefined ? undefined : free + reserved), kind: 'sum' },
        ]}
      />
    </Section>
  );
});

import { interpolate } from '../jsx/interpolate.ts';
import { $bonusInfo } from '../../stores/profile-bonuses.ts';
import { Ledger } from '../figures/Ledger.tsx';
import { Figure } from '../figures/Figure.tsx';
import { island, useTexts } from '../root/island.ts';
import { Section } from '../state/Section.tsx';
import { useServerState } from '../state/use-server-state.ts';

const LEVELS = [1, 2, 3] as const;
const KINDS = ['TREASURY', 'ROLE'] as const;

/** Earnings by level and by kind of purchase, and which purchases earn bonuses. */
export const BonusParts = island(function BonusParts(): React.JSX.Element {
  const { parts: words, kinds } = useTexts('bonuses');
  const info = useServerState($bonusInfo).data;
  const usdt = (amount: string | undefined): React.JSX.Element => <Figure value={amount ?? null} unit="USDT" />;
  return (
    <Section id="parts" title={words.title} note={words.note}>
      <div className="parts">
        <Ledger
          lines={[
            ...LEVELS.map((level) => ({
              name: interpolate(words.level, { level }),
              value: usdt(info?.byLevel.find((part) => part.level === level)?.amount),
            })),
            { name: words.total, value: usdt(info?.totalEarned), kind: 'sum' },
          ]}
        />
        <Ledger
          lines={[
            ...KINDS.map((kind) => ({ name: kinds[kind], value: usdt(info?.byKind.find((part) => part.kind === kind)?.amount) })),
            { name: words.total, value: usdt(info?.totalEarned), kind: 'sum' },
            { name: words.pool, value: usdt(info?.pool) },
          ]}
        />
      </div>
      <p className="note">{words.poolNote}</p>
      <p className="note">{words.capNote}</p>
      <p className="note">{words.heldNote}</p>
    </Section>
  );
});

import { isInFlight } from '../../lib/action/action-state.ts';
import { definePart } from '../../lib/visit/define-part.ts';
import { claimBonusAction } from '../../stores/bonus-actions.ts';
import { $bonusInfo, refreshBonuses } from '../../stores/profile-bonuses.ts';
import { useFlowPart } from '../action/use-flow-part.ts';
import { Figure } from '../figures/Figure.tsx';
import { Ledger } from '../figures/Ledger.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import { Stat } from '../figures/Stat.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { island, useTexts } from '../root/island.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { Section } from '../state/Section.tsx';
import { useSection, useServerState } from '../state/use-server-state.ts';
import { BonusCap, CapRule } from '../team/BonusCap.tsx';

const dialogPart = definePart(() => import('./BonusClaimDialog.tsx'));

const LEVELS = [1, 2, 3] as const;
const KINDS = ['TREASURY', 'ROLE'] as const;

/** Earned and claimed bonuses, and a button that claims the rest. */
export const BonusOverview = island(function BonusOverview() {
  const words = useTexts('bonuses').overview;
  const state = useSection($bonusInfo);
  const { flow, state: action, button } = useFlowPart(dialogPart, claimBonusAction);
  if (state.kind === 'failed') return <FailureNotice failure={state.failure} retry={refreshBonuses} />;
  const info = state.kind === 'ready' ? state.data : null;
  const figure = (amount: bigint | undefined) => (amount === undefined ? <Skeleton width={8} /> : <Figure value={amount} unit="USDT" />);
  const canClaim = info !== null && info.claimable > 0n && !isInFlight(action);
  return (
    <>
      <dl className="stats stats-ruled">
        <Stat name={words.earned}>{figure(info?.totalEarned)}</Stat>
        <Stat name={words.claimed}>{figure(info?.claimed)}</Stat>
        <Stat name={words.claimable}>{figure(info?.claimable)}</Stat>
        <div className="stat stat-act">
          <dt className="vh">{words.claim}</dt>
          <dd>
            <button
              type="button"
              className={`btn ${canClaim ? 'btn-primary' : 'btn-secondary'}`}
              disabled={!canClaim}
              {...button}
              onClick={() => info && claimBonusAction.review({ amount: info.claimable })}
            >
              {words.claim}
            </button>
          </dd>
        </div>
      </dl>
      <BonusCap />
      {flow && <flow.BonusClaimDialog />}
    </>
  );
});

/** Earnings by level and by kind of purchase, and which purchases earn bonuses. */
export const BonusParts = island(function BonusParts() {
  const { parts: words, kinds } = useTexts('bonuses');
  const info = useServerState($bonusInfo).data;
  const usdt = (amount: bigint | undefined) => <Figure value={amount ?? null} unit="USDT" />;
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
      <CapRule className="note" text={words.capAt} plain={words.capNote} />
      <p className="note">{words.heldNote}</p>
    </Section>
  );
});

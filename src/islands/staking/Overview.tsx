import { isWorthClaiming } from '../../lib/shown-amount.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { liveTotals } from '../../lib/staking/live-positions.ts';
import { isInFlight } from '../../lib/action/action-state.ts';
import { claimRoiAction } from '../../stores/staking-actions.ts';
import { $currentStaking, refreshStaking, stakingReadAtMs } from '../../stores/staking.ts';
import { useFlowPart } from '../action/use-flow-part.ts';
import { Figure, FigureIn } from '../figures/Figure.tsx';
import { useWorth } from '../action/use-worth.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { Stat } from '../figures/Stat.tsx';
import { island, useTexts } from '../root/island.ts';
import { FailureNotice, StaleNotice } from '../state/FailureNotice.tsx';
import { useSection, useServerState } from '../state/use-server-state.ts';
import { claimPart } from './claim-part.ts';
import { LIVE_DIGITS, useLiveStaking } from './use-live-staking.ts';

interface Totals {
  staked: bigint;
  positions: number;
  accrued: bigint;
  claimable: bigint;
}

/** What is staked, what it has earned, and what is claimable; recomputed every second. */
export const Overview = island(function Overview() {
  const { overview } = useTexts('staking');
  const info = useSection($currentStaking);
  const totals = useTotals();
  const { flow, state: claim, buttonOf } = useFlowPart(claimPart, claimRoiAction);
  const staked = useWorth(totals?.staked ?? null, 'JUF');
  const accrued = useWorth(totals?.accrued ?? null, 'JUF');
  const claimable = useWorth(totals?.claimable ?? null, 'JUF');
  // Also rendered if the overview failed, because single positions are claimed from the list.
  const dialog = flow && <flow.ClaimDialog />;
  if (info.kind === 'failed')
    return (
      <>
        <FailureNotice failure={info.failure} retry={refreshStaking} />
        {dialog}
      </>
    );
  // A newcomer starts with the form. It moves up before it is shown: see `.positions-waiting`.
  if (totals?.positions === 0) return dialog;
  const figure = (value: bigint | undefined, fractionDigits = 2) =>
    value === undefined ? <Skeleton width={8} /> : <Figure value={value} unit="JUF" fractionDigits={fractionDigits} />;
  const usd = (value: bigint | null) => (value === null ? null : <FigureIn text="≈ {{amount}}" value={value} unit="US$" mostDigits={2} />);
  const canClaim = totals !== null && isWorthClaiming(totals.claimable) && !isInFlight(claim);
  return (
    <>
      {info.kind === 'ready' && info.stale && <StaleNotice readAtMs={stakingReadAtMs()} />}
      <dl className="stats stats-ruled staking-stats">
        <Stat name={overview.staked} notes={[usd(staked), totals && interpolate(overview.positions, { count: totals.positions })]}>
          {figure(totals?.staked)}
        </Stat>
        <Stat name={overview.earned} notes={[usd(accrued), overview.earnedNote]}>
          {figure(totals?.accrued, LIVE_DIGITS)}
        </Stat>
        <Stat name={overview.claimed} notes={[null, null]}>
          {figure(totals ? totals.accrued - totals.claimable : undefined)}
        </Stat>
        <Stat name={overview.toClaim} notes={[usd(claimable), null]}>
          {figure(totals?.claimable, LIVE_DIGITS)}
        </Stat>
        <div className="stat stat-act">
          <dt className="vh">{overview.claimAll}</dt>
          <dd>
            <button
              type="button"
              className="btn btn-secondary"
              disabled={!canClaim}
              {...buttonOf(({ stakingId }) => stakingId === null)}
              onClick={() => claimRoiAction.review({ stakingId: null, amount: totals?.claimable ?? 0n })}
            >
              {overview.claimAll}
            </button>
          </dd>
        </div>
      </dl>
      {dialog}
    </>
  );
});

/** Live if all holdings are known, otherwise the provider's totals; null while neither is loaded. */
function useTotals(): Totals | null {
  const info = useServerState($currentStaking).data;
  const { state, atMs } = useLiveStaking();
  if (state.kind === 'ready' && state.data.isWhole) {
    const { positions } = state.data;
    const { stakedBaseUnits, accruedBaseUnits, claimableBaseUnits } = liveTotals(positions, atMs);
    return { staked: stakedBaseUnits, positions: positions.length, accrued: accruedBaseUnits, claimable: claimableBaseUnits };
  }
  if (state.kind === 'loading' || info === undefined) return null;
  const { total, positions, accruedRoi, claimedRoi } = info;
  return { staked: total, positions, accrued: accruedRoi, claimable: accruedRoi - claimedRoi };
}

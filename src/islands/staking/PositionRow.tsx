import { isInFlight } from '../../lib/action/action-state.ts';
import { formatAmount } from '../../lib/amount.ts';
import { isWorthClaiming } from '../../lib/shown-amount.ts';
import { formatDays, formatRate } from '../../lib/format-terms.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { liveFigures, type LiveFigures, type LivePosition } from '../../lib/staking/live-positions.ts';
import type { StakingPosition } from '../../lib/staking/choose-tier.ts';
import { quoteTurbo } from '../../lib/staking/quote-turbo.ts';
import {
  type ClaimOrder,
  claimRoiAction,
  turboChargeAction,
  type TurboOrder,
  withdrawCapitalAction,
  type WithdrawOrder,
} from '../../stores/staking-actions.ts';
import { $tierList, $turboChargeInfo } from '../../stores/staking.ts';
import type { FlowPart } from '../action/use-flow-part.ts';
import { daysUntil, formatClock, formatDate } from '../figures/format-time.ts';
import { Figure } from '../figures/Figure.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';
import { LIVE_DIGITS } from './use-live-staking.ts';

/** The flows that begin at a row's buttons. */
export interface PositionFlows {
  claim: RowFlow<ClaimOrder>;
  withdraw: RowFlow<WithdrawOrder>;
  turbo: RowFlow<TurboOrder>;
}

type RowFlow<Order> = Pick<FlowPart<object, Order, unknown>, 'state' | 'buttonOf'>;

interface PositionRowProps {
  live: LivePosition;
  /** In the provider's time. */
  atMs: bigint;
  flows: PositionFlows;
  /** The one thing to do first: it is the only one that has matured. */
  isDue: boolean;
}

/** An active position, updated every second. */
export function PositionRow({ live, atMs, flows, isDue }: PositionRowProps) {
  const texts = useTexts('staking').positions;
  const locale = useLocale();
  const { position } = live;
  const { claimedRoi: claimed } = position;
  const figures = liveFigures(live, atMs);
  const noTurbo = useNoTurbo(live, atMs);
  return (
    <tr>
      <th scope="row">
        <span className="stack">
          <Figure value={position.amount} unit="JUF" />
          <small>{interpolate(texts.tierDays, { tier: position.tier, days: formatDays(position.days, locale) })}</small>
        </span>
      </th>
      <td className="r" data-l={texts.rate}>
        <span className="num">{formatRate(figures.effectiveApr, locale)}</span>
        {figures.turboUnits > 0 && <small>{interpolate(texts.turbo, { units: figures.turboUnits })}</small>}
      </td>
      <td className="r" data-l={texts.earned}>
        <Figure value={figures.accruedBaseUnits} fractionDigits={LIVE_DIGITS} />
        <small className="num">
          {claimed === 0n
            ? texts.noneClaimed
            : interpolate(texts.claimed, { amount: formatAmount(claimed, { locale, fractionDigits: 2 }) })}
        </small>
      </td>
      <td className="full" data-l={texts.term}>
        <Term position={position} figures={figures} atMs={atMs} />
      </td>
      <td className="act">
        <Acts position={position} figures={figures} flows={flows} isDue={isDue} noTurbo={noTurbo} />
      </td>
    </tr>
  );
}

interface PartProps {
  position: StakingPosition;
  figures: LiveFigures;
}

function Term({ position, figures, atMs }: PartProps & Pick<PositionRowProps, 'atMs'>) {
  const texts = useTexts('staking').positions;
  const locale = useLocale();
  const date = formatDate(position.maturesAt, locale);
  const days = daysUntil(position.maturesAt, Number(atMs));
  // On the day itself, its hour says more than no days.
  const running = days > 0 ? interpolate(texts.daysLeft, { days: formatDays(days, locale) }) : formatClock(position.maturesAt, locale);
  const left = figures.hasMatured ? interpolate(texts.noReturns, { date }) : running;
  return (
    <div className="bar-wrap">
      <svg className="bar" viewBox="0 0 10000 1" preserveAspectRatio="none" role="img" aria-label={left}>
        <rect className="bar-part" width={figures.elapsedShare} height="1" />
      </svg>
      <div className="bar-lines">
        <span className="num">{figures.hasMatured ? texts.matured : date}</span>
        <span className={figures.hasMatured ? 'warn' : 'num'}>{left}</span>
      </div>
    </div>
  );
}

/** Why no turbo can be added; null if it can, or isn't known. */
function useNoTurbo(live: LivePosition, atMs: bigint): string | null {
  const texts = useTexts('staking').positions;
  const locale = useLocale();
  const terms = useServerState($turboChargeInfo).data;
  const tiers = useServerState($tierList).data;
  if (terms === undefined || tiers === undefined) return null;
  const { room } = quoteTurbo({ terms, tiers, live, units: 1 }, atMs);
  if (room.kind === 'OPEN') return null;
  return room.kind === 'LATE'
    ? interpolate(texts.turboLate, { days: formatDays(terms.durationDays, locale) })
    : interpolate(texts.turboFull, { most: room.most });
}

interface ActsProps extends PartProps {
  flows: PositionFlows;
  isDue: boolean;
  noTurbo: string | null;
}

/** A matured position is withdrawn along with its returns; a running one can be claimed from or charged. */
function Acts({ position, figures, flows: { claim, withdraw, turbo }, isDue, noTurbo }: ActsProps) {
  const texts = useTexts('staking').positions;
  const locale = useLocale();
  const isBusy = [claim.state, withdraw.state, turbo.state].some(isInFlight);
  const { id: stakingId, amount, tier } = position;
  const shown = formatAmount(amount, { locale });
  const act = (name: string, { buttonOf }: typeof claim | typeof withdraw | typeof turbo, start: () => void, isOff = false) => (
    <button
      type="button"
      className={isDue ? 'btn btn-primary' : 'btn btn-secondary'}
      {...buttonOf((order: { stakingId: string | null }) => order.stakingId === stakingId)}
      disabled={isBusy || isOff}
      aria-label={interpolate(texts.ofPosition, { act: name, amount: shown, tier })}
      onClick={start}
    >
      {name}
    </button>
  );
  if (figures.hasMatured) return act(texts.withdraw, withdraw, () => withdrawCapitalAction.review({ stakingId, amount }));
  return (
    <div className="btn-row">
      {noTurbo !== null && <small className="no-turbo">{noTurbo}</small>}
      {act(texts.claim, claim, () => claimRoiAction.review({ stakingId, amount }), !isWorthClaiming(figures.claimableBaseUnits))}
      {act(texts.addTurbo, turbo, () => turboChargeAction.review({ stakingId, units: 1, amount }), noTurbo !== null)}
    </div>
  );
}

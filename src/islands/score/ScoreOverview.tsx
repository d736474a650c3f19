import { formatCount } from '../../lib/format-count.ts';
import { definePart } from '../../lib/visit/define-part.ts';
import { isInFlight } from '../../lib/action/action-state.ts';
import { formatDays, formatRate } from '../../lib/format-terms.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { $juScoreInfo, $scoreLevels, refreshScore, type JuScoreInfo } from '../../stores/profile-score.ts';
import { claimPoints, claimPointsAction } from '../../stores/score-actions.ts';
import { useFlowPart } from '../action/use-flow-part.ts';
import { Ledger } from '../figures/Ledger.tsx';
import { Points } from '../figures/Points.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import { pluralForm } from '../figures/plural-form.ts';
import { island, useLocale, useTexts } from '../root/island.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { sectionState } from '../state/section-state.ts';
import { useServerState } from '../state/use-server-state.ts';
import { levelProgress } from './level-progress.ts';
import { LevelRing } from './LevelRing.tsx';

const dialogPart = definePart(() => import('./ClaimPointsDialog.tsx'));

/** Points, level and its benefits, and today's points to claim. */
export const ScoreOverview = island(function ScoreOverview(): React.JSX.Element {
  const { overview: words, claim, points: unit } = useTexts('score');
  const locale = useLocale();
  const state = sectionState(useServerState($juScoreInfo));
  const levels = useServerState($scoreLevels).data ?? [];
  const { flow, state: action, button } = useFlowPart(dialogPart, claimPointsAction);
  if (state.kind === 'failed') return <FailureNotice failure={state.failure} retry={refreshScore} />;
  const info = state.kind === 'ready' ? state.data : null;
  const points = (value: number): React.JSX.Element => <Points value={value} unit={unit} />;
  const canClaim = info !== null && info.claimable > 0 && !isInFlight(action);
  const show = (read: (known: JuScoreInfo) => React.ReactNode): React.ReactNode => (info === null ? <Skeleton width={6} /> : read(info));
  return (
    <>
      <div className="level">
        <LevelRing level={info?.level ?? null} progress={info === null ? 0 : levelProgress(info, levels)} label={words.level} />
        <Ledger
          lines={[
            { name: words.points, value: show(({ score }) => points(score)) },
            {
              name: words.toNext,
              value: show(({ score, nextLevelAt }) => (nextLevelAt === null ? words.highest : points(Math.max(0, nextLevelAt - score)))),
            },
            {
              name: words.discount,
              value: show(({ feeDiscount }) => (
                <span className="num">{feeDiscount === 0 ? words.full : formatRate(feeDiscount, locale)}</span>
              )),
            },
            {
              name: words.streak,
              value: show(({ streak }) => <span className="num">{formatDays(streak, locale)}</span>),
            },
          ]}
        />
      </div>
      <div className="today">
        <p className="note">{info === null ? '\u00a0' : info.claimable === 0 ? words.claimedToday : words.today}</p>
        <button
          type="button"
          className="btn btn-primary"
          disabled={!canClaim}
          {...button}
          // Not by the second press of two: by then it may have been claimed.
          onClick={({ detail: presses }) => info && presses <= 1 && claimPoints(info.claimable)}
        >
          {info !== null && info.claimable > 0
            ? interpolate(pluralForm(claim.act, info.claimable, locale), { points: formatCount(info.claimable, locale) })
            : claim.title}
        </button>
      </div>
      {flow && <flow.ClaimPointsDialog />}
    </>
  );
});

import { isInFlight } from '../../lib/action/action-state.ts';
import { formatCount, pluralForm } from '../../lib/format-count.ts';
import { formatDays, formatRate } from '../../lib/format-terms.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { definePart } from '../../lib/visit/define-part.ts';
import {
  $juScoreInfo,
  $scoreLevels,
  claimPoints,
  claimPointsAction,
  type JuScoreInfo,
  refreshScore,
  type ScoreLevel,
} from '../../stores/profile-score.ts';
import { useFlowPart } from '../action/use-flow-part.ts';
import { Ledger } from '../figures/Ledger.tsx';
import { Points } from '../figures/Figure.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { TableHead } from '../list/TableHead.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { Section } from '../state/Section.tsx';
import { useSection, useServerState } from '../state/use-server-state.ts';

const dialogPart = definePart(() => import('./ClaimPointsDialog.tsx'));

const RADIUS = 54;
const ROUND = 2 * Math.PI * RADIUS;
const TICKS = 40;

const TICK_PATH = Array.from({ length: TICKS }, (_, index) => {
  const angle = (index / TICKS) * 2 * Math.PI;
  const at = (radius: number): string => `${(68 + Math.cos(angle) * radius).toFixed(1)} ${(68 + Math.sin(angle) * radius).toFixed(1)}`;
  return `M${at(60)}L${at(index % 5 === 0 ? 65 : 63)}`;
}).join('');

/** The default levels, to reserve space for them. */
const EXPECTED_LEVELS = [1, 2, 3, 4, 5];

/** Points, level and its benefits, and today's points to claim. */
export const ScoreOverview = island(function ScoreOverview() {
  const { overview: words, claim, points: unit } = useTexts('score');
  const locale = useLocale();
  const state = useSection($juScoreInfo);
  const levels = useServerState($scoreLevels).data ?? [];
  const { flow, state: action, button } = useFlowPart(dialogPart, claimPointsAction);
  if (state.kind === 'failed') return <FailureNotice failure={state.failure} retry={refreshScore} />;
  const info = state.kind === 'ready' ? state.data : null;
  const points = (value: number) => <Points value={value} unit={unit} />;
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
        <p className="note">{info === null ? '\u00a0' : info.claimable === 0 ? words.claimedToday : whatGrows(info, words, locale)}</p>
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

function whatGrows({ claimMax }: JuScoreInfo, { today, todayUpTo }: Texts<'score'>['overview'], locale: string): string {
  return claimMax === undefined ? today : interpolate(todayUpTo, { daily: formatCount(claimMax, locale) });
}

interface LevelRingProps {
  level: number | null;
  /** Progress towards the next level, in basis points. */
  progress: number;
  label: string;
}

/** A member's progress towards the next level. Hidden from screen readers: the list beside it has the same data. */
function LevelRing({ level, progress, label }: LevelRingProps) {
  return (
    <svg className="chart ring" viewBox="0 0 136 136" aria-hidden="true">
      <path className="ring-tick" d={TICK_PATH} />
      <circle className="track" cx="68" cy="68" r={RADIUS} strokeWidth="4" />
      {progress > 0 && (
        <circle
          className="val"
          cx="68"
          cy="68"
          r={RADIUS}
          strokeWidth="4"
          strokeDasharray={`${((ROUND * progress) / 10_000).toFixed(1)} ${ROUND.toFixed(1)}`}
          transform="rotate(-90 68 68)"
        />
      )}
      <text x="68" y="50" textAnchor="middle">
        {label}
      </text>
      <text className="ring-level" x="68" y="90" textAnchor="middle">
        {level ?? '–'}
      </text>
    </svg>
  );
}

/** Progress from the member's level to the next, in basis points; 10,000 on the highest level. */
export function levelProgress({ score, level, nextLevelAt }: JuScoreInfo, levels: readonly ScoreLevel[]): number {
  if (nextLevelAt === null) return 10_000;
  const from = levels.find((each) => each.level === level)?.from ?? 0;
  const range = nextLevelAt - from;
  return range <= 0 ? 0 : Math.min(10_000, Math.max(0, Math.floor(((score - from) * 10_000) / range)));
}

/** What each level requires and changes. Hidden if the provider doesn't offer it. */
export const ScoreLevels = island(function ScoreLevels() {
  const { levels: words, points } = useTexts('score');
  const locale = useLocale();
  const state = useSection($scoreLevels);
  const current = useServerState($juScoreInfo).data?.level;
  if (state.kind === 'failed') {
    return (
      <Section id="levels" title={words.title} note={words.note}>
        <FailureNotice failure={state.failure} retry={refreshScore} />
      </Section>
    );
  }
  const levels = state.kind === 'ready' ? state.data : undefined;
  if (levels?.length === 0) return null;
  return (
    <Section id="levels" title={words.title} note={words.note}>
      <table className="table mid levels">
        <TableHead columns={[{ name: words.level }, { name: words.from, kind: 'figure' }, { name: words.discount, kind: 'figure' }]} />
        <tbody>
          {levels === undefined && EXPECTED_LEVELS.map((level) => <WaitingRow key={level} level={level} words={words} />)}
          {levels?.map(({ level, from, feeDiscount }) => (
            <tr key={level}>
              <th scope="row">
                <span>
                  {level}
                  {level === current && <span className="badge badge-acc">{words.yours}</span>}
                </span>
              </th>
              <td className="r" data-l={words.from}>
                <Points value={from} unit={points} />
              </td>
              <td className="r num" data-l={words.discount}>
                {feeDiscount === 0 ? '–' : formatRate(feeDiscount, locale)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
});

function WaitingRow({ level, words }: { level: number; words: Texts<'score'>['levels'] }) {
  return (
    <tr aria-hidden="true">
      <th scope="row">{level}</th>
      {[words.from, words.discount].map((name) => (
        <td key={name} className="r num" data-l={name}>
          <Skeleton width={4} />
        </td>
      ))}
    </tr>
  );
}

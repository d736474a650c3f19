import { formatRate } from '../../lib/format-terms.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { $juScoreInfo, $scoreLevels, refreshScore } from '../../stores/profile-score.ts';
import { Points } from '../figures/Points.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import { TableHead } from '../list/TableHead.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { Section } from '../state/Section.tsx';
import { sectionState } from '../state/section-state.ts';
import { useServerState } from '../state/use-server-state.ts';

/** The default levels, to reserve space for them. */
const EXPECTED_LEVELS = [1, 2, 3, 4, 5];

/** What each level requires and changes. Hidden if the provider doesn't offer it. */
export const ScoreLevels = island(function ScoreLevels(): React.JSX.Element | null {
  const { levels: words, points } = useTexts('score');
  const locale = useLocale();
  const state = sectionState(useServerState($scoreLevels));
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

function WaitingRow({ level, words }: { level: number; words: Texts<'score'>['levels'] }): React.JSX.Element {
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

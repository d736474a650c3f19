import { formatCount } from '../../lib/format-count.ts';
import { $jscoreHistory, $jscoreHistoryPage, refreshScore } from '../../stores/profile-score.ts';
import { formatDateTime } from '../figures/format-time.ts';
import { ListSection } from '../list/ListSection.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { Section } from '../state/Section.tsx';
import { useShown } from '../state/use-shown.ts';

/** All changes of the points, newest first, each with the resulting balance. */
export const ScoreHistory = island(function ScoreHistory() {
  const words = useTexts('score').history;
  const buy = useTexts('score').buy.title;
  const locale = useLocale();
  const page = useShown($jscoreHistoryPage);
  return (
    <Section id="history" title={words.title}>
      <ListSection
        $list={$jscoreHistory}
        page={page}
        turn={(next) => $jscoreHistoryPage.set(next)}
        empty={words.empty}
        emptyAct={{ text: buy, href: '#buy' }}
        columns={[
          { name: words.kind, show: ({ kind }) => words.kinds[kind] },
          { name: words.points, kind: 'figure', show: ({ points }) => `+${formatCount(points, locale)}` },
          { name: words.after, kind: 'figure', show: ({ balanceAfter }) => formatCount(balanceAfter, locale) },
          { name: words.time, kind: 'figure', show: ({ createdAt }) => formatDateTime(createdAt, locale) },
        ]}
        retry={refreshScore}
      />
    </Section>
  );
});

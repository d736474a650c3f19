import { useStore } from '@nanostores/react';
import { $jscoreHistory, $jscoreHistoryPage, refreshScore } from '../../stores/profile-score.ts';
import { formatDateTime } from '../figures/format-time.ts';
import { ListSection } from '../list/ListSection.tsx';
import { island, useLocale } from '../root/island.ts';
import { Section } from '../state/Section.tsx';
import type { ScoreTexts } from './score-texts.ts';

interface ScoreHistoryProps {
  texts: Pick<ScoreTexts, 'history' | 'state'> & { buy: string };
}

/** All changes of the points, newest first, each with the resulting balance. */
export const ScoreHistory = island(function ScoreHistory({ texts: { history: words, state, buy } }: ScoreHistoryProps): React.JSX.Element {
  const locale = useLocale();
  const page = useStore($jscoreHistoryPage, { ssr: 'initial' });
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
          { name: words.points, kind: 'figure', show: ({ points }) => `+${new Intl.NumberFormat(locale).format(points)}` },
          { name: words.after, kind: 'figure', show: ({ balanceAfter }) => new Intl.NumberFormat(locale).format(balanceAfter) },
          { name: words.time, kind: 'figure', show: ({ createdAt }) => formatDateTime(createdAt, locale) },
        ]}
        retry={refreshScore}
        texts={state}
      />
    </Section>
  );
});

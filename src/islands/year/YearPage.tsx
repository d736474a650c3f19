import { $yearStatement, refreshYearStatement } from '../../stores/year-statement.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import type { KindNames } from '../list/transaction-title.ts';
import { island } from '../root/island.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { sectionState } from '../state/section-state.ts';
import type { StateTexts } from '../state/state-texts.ts';
import { useServerState } from '../state/use-server-state.ts';
import { YearTables } from './YearTables.tsx';
import type { YearTexts } from './year-texts.ts';

interface YearPageProps {
  texts: YearTexts;
  kinds: KindNames;
  state: StateTexts;
}

/** The chosen year's statement, once it has loaded. */
export const YearPage = island(function YearPage({ texts, kinds, state: stateTexts }: YearPageProps): React.JSX.Element {
  const state = sectionState(useServerState($yearStatement));
  if (state.kind === 'ready') return <YearTables statement={state.data} texts={texts} kinds={kinds} />;
  return (
    <section className="sec year-waiting" aria-label={texts.title}>
      <div className="sec-body">
        {state.kind === 'failed' ? (
          <FailureNotice failure={state.failure} texts={stateTexts} retry={refreshYearStatement} />
        ) : (
          <p aria-busy="true">
            <Skeleton width={16} />
          </p>
        )}
      </div>
    </section>
  );
});

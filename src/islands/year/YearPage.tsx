import { $yearStatement, refreshYearStatement } from '../../stores/year-statement.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { island, useTexts } from '../root/island.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { sectionState } from '../state/section-state.ts';
import { useServerState } from '../state/use-server-state.ts';
import { YearTables } from './YearTables.tsx';

/** The chosen year's statement, once it has loaded. */
export const YearPage = island(function YearPage(): React.JSX.Element {
  const { title } = useTexts('year');
  const state = sectionState(useServerState($yearStatement));
  if (state.kind === 'ready') return <YearTables statement={state.data} />;
  return (
    <section className="sec year-waiting" aria-label={title}>
      <div className="sec-body">
        {state.kind === 'failed' ? (
          <FailureNotice failure={state.failure} retry={refreshYearStatement} />
        ) : (
          <p aria-busy="true">
            <Skeleton width={16} />
          </p>
        )}
      </div>
    </section>
  );
});

import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import {
  $historyFilter,
  $historyList,
  $historyPage,
  filterHistory,
  HISTORY_PAGE_ROWS,
  historyReadAtMs,
  noFilter,
  refreshHistory,
} from '../../stores/history.ts';
import { openHashView } from '../../stores/hash-view.ts';
import { readLinkedTransaction } from '../../stores/linked-transaction.ts';
import { $isSignedIn } from '../../stores/session.ts';
import { Pager } from '../list/Pager.tsx';
import { island, useTexts } from '../root/island.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { sectionState } from '../state/section-state.ts';
import { StaleNotice } from '../state/StaleNotice.tsx';
import { useServerState } from '../state/use-server-state.ts';
import { HistoryExport } from './HistoryExport.tsx';
import { HistoryFilters } from './HistoryFilters.tsx';
import { TransactionTable } from './TransactionTable.tsx';

interface HistoryPageProps {
  /** Of the deposit's form. */
  depositPath: string;
}

/** All movements, filtered and paged, each with the balance after it. */
export const History = island(function History({ depositPath }: HistoryPageProps): React.JSX.Element {
  const { history } = useTexts('wallet');
  const { deposit } = useTexts('wallet').balances;
  const filter = useStore($historyFilter, { ssr: 'initial' });
  const page = useStore($historyPage, { ssr: 'initial' });
  const state = sectionState(useServerState($historyList));
  const rows = state.kind === 'ready' ? state.data.data : null;
  useLinkedRow();
  const isUnfiltered = Object.values(filter).every((value) => value === null);
  return (
    <section className="sec sec-wide" aria-label={history.title}>
      <div className="sec-body">
        <HistoryFilters filter={filter} choose={filterHistory} />
        <HistoryExport filter={filter} />
        {state.kind === 'failed' && <FailureNotice failure={state.failure} retry={refreshHistory} />}
        {state.kind === 'ready' && state.stale && <StaleNotice readAtMs={historyReadAtMs()} />}
        {rows?.length === 0 && (
          <div className="state">
            <h2>{isUnfiltered ? history.noneTitle : history.emptyTitle}</h2>
            <p>{isUnfiltered ? history.noneText : history.emptyText}</p>
            {isUnfiltered && (
              <a className="btn btn-secondary" href={depositPath}>
                {deposit}
              </a>
            )}
            {!isUnfiltered && (
              <button type="button" className="btn btn-secondary" onClick={() => filterHistory(noFilter)}>
                {history.clear}
              </button>
            )}
          </div>
        )}
        {state.kind !== 'failed' && rows?.length !== 0 && <TransactionTable rows={rows} expected={HISTORY_PAGE_ROWS} />}
        <Pager page={page} totalPages={state.kind === 'ready' ? state.data.totalPage : null} turn={(wanted) => $historyPage.set(wanted)} />
      </div>
    </section>
  );
});

/** Opens the row that a receipt links to. If the row isn't found or the read fails, the list stays as it is. */
function useLinkedRow(): void {
  const isSignedIn = useStore($isSignedIn, { ssr: 'initial' });
  useEffect(() => {
    if (!isSignedIn) return;
    readLinkedTransaction(location.hash).then(
      (row) => {
        if (row !== null) openHashView(row);
      },
      () => undefined,
    );
  }, [isSignedIn]);
}

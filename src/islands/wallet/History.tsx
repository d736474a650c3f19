import { useEffect } from 'react';
import { openHashView } from '../../stores/hash-view.ts';
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
import { readLinkedTransaction } from '../../stores/linked-transaction.ts';
import { $isSignedIn } from '../../stores/session.ts';
import { Choice } from '../list/Choice.tsx';
import { ListFilters } from '../list/ListFilters.tsx';
import { Pager } from '../list/Pager.tsx';
import { island, useTexts } from '../root/island.ts';
import { FailureNotice, StaleNotice } from '../state/FailureNotice.tsx';
import { useSection } from '../state/use-server-state.ts';
import { useShown } from '../state/use-shown.ts';
import { walletTypes } from './balance-lines.ts';
import { HistoryExport } from './HistoryExport.tsx';
import { TransactionTable } from './TransactionTable.tsx';

interface HistoryPageProps {
  /** Of the deposit's form. */
  depositPath: string;
}

/** All movements, filtered and paged, each with the balance after it. */
export const History = island(function History({ depositPath }: HistoryPageProps) {
  const { history } = useTexts('wallet');
  const { deposit } = useTexts('wallet').balances;
  const filter = useShown($historyFilter);
  const page = useShown($historyPage);
  const state = useSection($historyList);
  const rows = state.kind === 'ready' ? state.data.data : null;
  useLinkedRow();
  const isUnfiltered = Object.values(filter).every((value) => value === null);
  return (
    <section className="sec sec-wide" aria-label={history.title}>
      <div className="sec-body">
        <HistoryFilters />
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
  const isSignedIn = useShown($isSignedIn);
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const open = (): void =>
      void readLinkedTransaction(location.hash).then(
        (row) => {
          if (row !== null) openHashView(row);
        },
        () => undefined,
      );
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, [isSignedIn]);
}

function HistoryFilters() {
  const { history } = useTexts('wallet');
  const { kinds } = useTexts('home').activity;
  const filter = useShown($historyFilter);
  return (
    <ListFilters id="history" filter={filter} none={noFilter} choose={filterHistory} kinds={kinds} texts={history}>
      <Choice
        id="wallet"
        name={history.wallet}
        options={[null, ...walletTypes]}
        labelOf={(walletType) => walletType ?? history.all}
        chosen={filter.walletType}
        choose={(walletType) => filterHistory({ ...filter, walletType })}
      />
    </ListFilters>
  );
}

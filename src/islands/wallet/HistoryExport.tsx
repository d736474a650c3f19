import { useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { TransactionRow } from '../../lib/api/contract/transaction.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { transactionsCsv } from '../../lib/wallet/transactions-csv.ts';
import { type HistoryFilter, readWholeHistory } from '../../stores/history.ts';
import { downloadFile } from '../list/download-file.ts';
import { Notice } from '../action/Notice.tsx';
import { Icon } from '../figures/Icon.tsx';
import { useTexts } from '../root/island.ts';
import { useIsAlive } from '../state/use-is-alive.ts';
import { Statement } from './Statement.tsx';

interface HistoryExportProps {
  filter: HistoryFilter;
}

type Progress = { kind: 'idle' } | { kind: 'reading'; page: number; pages: number } | { kind: 'failed'; text: string };

/** All filtered rows, as a file and for printing. An incomplete list is never exported. */
export function HistoryExport({ filter }: HistoryExportProps): React.JSX.Element {
  const { history } = useTexts('wallet');
  const { kinds } = useTexts('home').activity;
  const isAlive = useIsAlive();
  const [progress, setProgress] = useState<Progress>({ kind: 'idle' });
  const [printed, setPrinted] = useState<readonly TransactionRow[] | null>(null);

  const withAll = async (use: (rows: TransactionRow[]) => void, failed: string): Promise<void> => {
    if (progress.kind === 'reading') return;
    try {
      const rows = await readWholeHistory(filter, (page, pages) => setProgress({ kind: 'reading', page, pages }));
      setProgress({ kind: 'idle' });
      use(rows);
    } catch {
      setProgress({ kind: 'failed', text: failed });
    }
  };
  const save = (rows: TransactionRow[]): void => {
    const day = new Date().toISOString().slice(0, 10);
    downloadFile(`jufi-transactions-${day}.csv`, transactionsCsv(rows, { columns: history.columns, kinds }));
  };
  const print = (rows: TransactionRow[]): void => {
    flushSync(() => setPrinted(rows));
    window.print();
    setPrinted(null);
  };

  return (
    <>
      <div className="btn-row exports">
        <button
          type="button"
          className="btn btn-secondary"
          disabled={!isAlive}
          aria-busy={progress.kind === 'reading'}
          onClick={() => void withAll(save, history.csvFailed)}
        >
          <Icon name="dl" small />
          {history.csv}
        </button>
        <button
          type="button"
          className="btn btn-secondary"
          disabled={!isAlive}
          onClick={() => void withAll(print, history.statementFailed)}
        >
          {history.print}
        </button>
        <span className="note num" role="status">
          {progress.kind === 'reading' && interpolate(history.csvBusy, { page: progress.page, pages: progress.pages })}
        </span>
      </div>
      {progress.kind === 'failed' && <Notice kind="failed" text={progress.text} />}
      {printed && createPortal(<Statement rows={printed} filter={filter} />, document.body)}
    </>
  );
}

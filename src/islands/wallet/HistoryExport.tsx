import { useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { formatAmount, toDecimalString } from '../../lib/amount.ts';
import type { TransactionKind, TransactionRow } from '../../lib/api/contract/transaction.ts';
import { csvText } from '../../lib/csv-text.ts';
import { joinList, joinSentences, labelled, withAside } from '../../lib/i18n/punctuation.ts';
import { isolate } from '../../lib/isolate.ts';
import { spreadsheetMember, spreadsheetText } from '../../lib/spreadsheet-text.ts';
import { type HistoryFilter, readWholeHistory } from '../../stores/history.ts';
import { $user } from '../../stores/session.ts';
import { Notice } from '../action/Notice.tsx';
import { formatDate, formatDateTime } from '../figures/format-time.ts';
import { Icon } from '../figures/Icon.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { downloadFile } from '../list/download-file.ts';
import { printPage } from '../list/print-page.ts';
import { TableHead } from '../list/TableHead.tsx';
import { detailOf, titleOf } from '../list/transaction-title.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { useIsAlive } from '../state/use-is-alive.ts';

interface HistoryExportProps {
  filter: HistoryFilter;
}

type Progress = { kind: 'idle' } | { kind: 'reading'; page: number; pages: number } | { kind: 'failed'; text: string };

/** All filtered rows, as a file and for printing. An incomplete list is never exported. */
export function HistoryExport({ filter }: HistoryExportProps) {
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
    printPage(() => setPrinted(null));
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

interface StatementProps {
  rows: readonly TransactionRow[];
  filter: HistoryFilter;
}

/** For printing only: whose statement it is, what it covers, and every movement to the last digit. */
export function Statement({ rows, filter }: StatementProps) {
  const texts = useTexts('wallet').history;
  const { kinds } = useTexts('home').activity;
  const locale = useLocale();
  const user = $user.get();
  const exact = (amount: bigint): string => formatAmount(amount, { locale });
  const covers = [
    filter.walletType,
    filter.kind && kinds[filter.kind],
    filter.from && labelled(texts.from, formatDate(filter.from, locale, 'UTC'), locale),
    filter.to && labelled(texts.to, formatDate(filter.to, locale, 'UTC'), locale),
  ].filter((part) => part !== null);
  return (
    <section className="statement">
      <h1>{texts.statement}</h1>
      {user && <p>{interpolate(texts.statementFor, { name: isolate(user.username), uid: user.uid, address: user.address })}</p>}
      <p>
        {joinSentences(
          [
            covers.length > 0 ? joinList(covers, locale) : texts.all,
            interpolate(texts.statementRows, { count: rows.length }),
            interpolate(texts.statementMade, {
              time: formatDateTime(new Date().toISOString(), locale, { day: 'numeric', month: 'long', year: 'numeric' }),
            }),
          ],
          locale,
        )}
      </p>
      <table>
        <TableHead
          columns={[{ name: texts.when }, { name: texts.what }, { name: texts.amount }, { name: texts.fee }, { name: texts.after }]}
        />
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.id} ${row.walletType}`}>
              <td>{formatDateTime(row.createdAt, locale, { day: 'numeric', month: 'short', year: 'numeric' })}</td>
              <td>
                {row.status === 'POSTED'
                  ? titleOf(row, texts, kinds)
                  : withAside(titleOf(row, texts, kinds), row.status === 'PENDING' ? texts.pending : texts.voided, locale)}
                {detailOf(row, locale) !== null && (
                  <small>
                    <bdi translate="no">{detailOf(row, locale)}</bdi>
                  </small>
                )}
              </td>
              <td>
                {row.direction === 'IN' ? '+' : '−'}
                {exact(row.amount)} {row.walletType}
              </td>
              <td>{exact(row.fee)}</td>
              <td>{exact(row.balanceAfter)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CsvTexts {
  columns: Readonly<
    Record<
      | 'time'
      | 'kind'
      | 'wallet'
      | 'amount'
      | 'fee'
      | 'balance'
      | 'status'
      | 'counterparty'
      | 'remark'
      | 'hash'
      | 'id'
      | 'package'
      | 'juf'
      | 'days',
      string
    >
  >;
  kinds: Readonly<Record<TransactionKind, string>>;
}

/**
 * Transactions as CSV for other programs (RFC 4180). Amounts are the ledger's exact decimal strings, with a point in every language and a
 * minus for outgoing ones.
 */
export function transactionsCsv(rows: readonly TransactionRow[], { columns, kinds }: CsvTexts): string {
  const head = [
    columns.time,
    columns.kind,
    columns.wallet,
    columns.amount,
    columns.fee,
    columns.balance,
    columns.status,
    columns.counterparty,
    columns.remark,
    columns.hash,
    columns.id,
    columns.package,
    columns.juf,
    columns.days,
  ];
  const lines = rows.map((row) => [
    row.createdAt,
    kinds[row.kind],
    row.walletType,
    toDecimalString(row.direction === 'OUT' ? -row.amount : row.amount),
    toDecimalString(row.fee),
    toDecimalString(row.balanceAfter),
    row.status,
    counterpartyOf(row),
    spreadsheetText(row.remark ?? ''),
    row.hash,
    row.id,
    ...subjectOf(row),
  ]);
  return csvText([head, ...lines]);
}

/** The package, the JUF bought and the days staked for. */
function subjectOf({ subject }: TransactionRow): [string, string, string] {
  if (subject === undefined) return ['', '', ''];
  return 'days' in subject ? ['', '', String(subject.days)] : [spreadsheetText(subject.packageName), toDecimalString(subject.juf), ''];
}

function counterpartyOf({ counterparty }: TransactionRow): string {
  if (counterparty === undefined) return '';
  return 'address' in counterparty ? spreadsheetText(counterparty.address) : spreadsheetMember(counterparty);
}

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
import { formatDate, formatDateTime } from '../figures/format-time.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { ListExport } from '../list/ListExport.tsx';
import { printPage } from '../list/print-page.ts';
import { TableHead } from '../list/TableHead.tsx';
import { detailOf, titleOf } from '../list/transaction-title.ts';
import { useLocale, useTexts } from '../root/island.ts';

interface HistoryExportProps {
  filter: HistoryFilter;
}

/** All filtered rows, as a file and for printing. */
export function HistoryExport({ filter }: HistoryExportProps) {
  const { history } = useTexts('wallet');
  const { kinds } = useTexts('home').activity;
  const [printed, setPrinted] = useState<readonly TransactionRow[] | null>(null);
  const print = (rows: TransactionRow[]): void => {
    flushSync(() => setPrinted(rows));
    printPage(() => setPrinted(null));
  };
  return (
    <>
      <ListExport
        read={(onPage) => readWholeHistory(filter, onPage)}
        name="jufi-transactions"
        csvOf={(rows) => transactionsCsv(rows, { columns: history.columns, kinds })}
        texts={history}
        print={{ text: history.print, failed: history.statementFailed, use: print }}
      />
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

const COLUMNS = [
  'time',
  'kind',
  'wallet',
  'amount',
  'fee',
  'balance',
  'status',
  'counterparty',
  'remark',
  'hash',
  'id',
  'package',
  'juf',
  'days',
] as const;

interface CsvTexts {
  columns: Readonly<Record<(typeof COLUMNS)[number], string>>;
  kinds: Readonly<Record<TransactionKind, string>>;
}

/**
 * Transactions as CSV for other programs (RFC 4180). Amounts are the ledger's exact decimal strings, with a point in every language and a
 * minus for outgoing ones.
 */
export function transactionsCsv(rows: readonly TransactionRow[], { columns, kinds }: CsvTexts): string {
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
  return csvText([COLUMNS.map((name) => columns[name]), ...lines]);
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

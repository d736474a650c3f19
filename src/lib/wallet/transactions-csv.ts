import { csvText } from '../csv-text.ts';
import { isolate } from '../isolate.ts';
import { spreadsheetText } from '../spreadsheet-text.ts';
import type { TransactionKind, TransactionRow } from '../api/contract/transaction.ts';

export interface CsvTexts {
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
    row.direction === 'OUT' ? `-${row.amount}` : row.amount,
    row.fee,
    row.balanceAfter,
    row.status,
    spreadsheetText(counterpartyOf(row)),
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
  return 'days' in subject ? ['', '', String(subject.days)] : [spreadsheetText(subject.packageName), subject.juf, ''];
}

function counterpartyOf({ counterparty }: TransactionRow): string {
  if (counterparty === undefined) return '';
  return 'address' in counterparty ? counterparty.address : `${isolate(counterparty.username)} (${counterparty.uid})`;
}

import { fromDecimalString, toDecimalString } from '../amount.ts';
import type { DataOf } from '../api/contract/define-call.ts';
import type { TransactionKind } from '../api/contract/transaction.ts';
import type { yearStatement } from '../api/contract/year-statement.ts';
import { csvText } from '../csv-text.ts';

type YearStatement = DataOf<typeof yearStatement>;
type Group = YearStatement['receipts'][number]['group'];
type Held = YearStatement['holdings'][number]['kind'];

export interface YearCsvTexts {
  columns: Readonly<
    Record<'part' | 'time' | 'kind' | 'token' | 'amount' | 'value' | 'acquired' | 'proceeds' | 'cost' | 'gain' | 'id', string>
  >;
  parts: Readonly<Record<Group | 'opening' | 'closing' | 'gain', string>>;
  held: Readonly<Record<Held, string>>;
  kinds: Readonly<Record<TransactionKind, string>>;
  /** Disclaimers, one line each, at the end. */
  notes: readonly string[];
}

/** Everything of a year's statement as one table for other programs (RFC 4180). What is unknown is empty. */
export function yearStatementCsv({ from, to, holdings, receipts, gains }: YearStatement, texts: YearCsvTexts): string {
  const { columns, parts, held, kinds, notes } = texts;
  const balances = (part: 'opening' | 'closing', time: string): string[][] =>
    holdings
      .filter((holding) => fromDecimalString(holding[part]) > 0n)
      .map((holding) => [
        ...[parts[part], time, held[holding.kind], holding.walletType, holding[part]],
        ...[(part === 'opening' ? holding.openingUsd : holding.closingUsd) ?? '', '', '', '', '', ''],
      ]);
  return csvText([
    [
      ...[columns.part, columns.time, columns.kind, columns.token, columns.amount, columns.value],
      ...[columns.acquired, columns.proceeds, columns.cost, columns.gain, columns.id],
    ],
    ...balances('opening', from),
    ...receipts.map(({ group, at, kind, walletType, amount, usd, id }) => [
      ...[parts[group], at, kinds[kind], walletType, amount, usd ?? '', '', '', '', ''],
      id,
    ]),
    ...gains.map(({ at, kind, walletType, amount, acquiredAt, proceedsUsd, costUsd, gainUsd, id }) => [
      ...[parts.gain, at, kinds[kind], walletType, toDecimalString(-fromDecimalString(amount)), ''],
      ...[acquiredAt ?? '', proceedsUsd ?? '', costUsd ?? '', gainUsd ?? '', id],
    ]),
    ...balances('closing', to),
    ...notes.map((note) => [note]),
  ]);
}

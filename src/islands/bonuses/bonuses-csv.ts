import { csvText } from '../../lib/csv-text.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { isolate } from '../../lib/isolate.ts';
import { spreadsheetText } from '../../lib/spreadsheet-text.ts';
import type { Bonus } from '../../stores/profile-bonus-log.ts';

type CsvTexts = Pick<Texts<'bonuses'>, 'log' | 'kinds'>;

/** The log as CSV for other programs: exact decimal strings with a point, rates in basis points, times in UTC. */
export function bonusesCsv(rows: readonly Bonus[], { log: { columns }, kinds }: CsvTexts): string {
  const head = [
    columns.time,
    columns.kind,
    columns.level,
    columns.from,
    columns.base,
    columns.rate,
    columns.amount,
    columns.status,
    columns.id,
  ];
  const lines = rows.map(({ createdAt, kind, level, from, base, rate, amount, status, id }) => [
    createdAt,
    kinds[kind],
    String(level),
    spreadsheetText(`${isolate(from.username)} (${from.uid})`),
    base,
    String(rate),
    amount,
    status,
    id,
  ]);
  return csvText([head, ...lines]);
}

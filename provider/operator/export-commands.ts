import { z } from 'zod';
import type { Command, CommandInput } from './command.ts';
import { exportRows, type ExportTarget } from './export-rows.ts';
import { EXPORTS } from './exports.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { withDatabase } from './with-database.ts';

export const exportCommands: readonly Command[] = [
  {
    name: 'export',
    operands: ['<members|transactions>'],
    by: ['FINANCE'],
    options: { format: '<jsonl|csv>', out: '<file>', from: '<day|time>', to: '<day|time>' },
    what: 'writes all members, or the entries of transactions, all or from one UTC day or time up to and without another, to standard output or to a new file',
    run: async (input) => {
      const { source, period, target } = readOrder(input);
      const rows = await withDatabase(input.settings.databaseUrl, (database) => exportRows(database, source, period, target));
      console.error(`Wrote ${rows} rows${target.file === undefined ? '' : ` to ${target.file}`}.`);
    },
  },
];

function readOrder({ operands: [name = ''], options: { format = 'jsonl', out, from, to } }: CommandInput) {
  const source = EXPORTS.find((candidate) => candidate.name === name);
  if (source === undefined)
    throw new OperatorMistake(`There is no export of ${name}. Choose one of ${EXPORTS.map((each) => each.name).join(', ')}.`);
  if (format !== 'jsonl' && format !== 'csv') throw new OperatorMistake('--format must be jsonl or csv.');
  const target: ExportTarget = { format, file: out };
  const period = { from: readMoment('--from', from), to: readMoment('--to', to) };
  if (source.occurredAt === undefined && (from !== undefined || to !== undefined))
    throw new OperatorMistake(`--from and --to are for transactions: ${name} are those of now.`);
  if (period.from !== undefined && period.to !== undefined && period.from >= period.to)
    throw new OperatorMistake('--to must be after --from, and is itself no longer in the period.');
  return { source, period, target };
}

/** A day begins at midnight, UTC. */
function readMoment(option: string, typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined;
  const time = z.iso.date().safeParse(typed).success ? `${typed}T00:00:00Z` : typed;
  if (!z.iso.datetime({ offset: true }).safeParse(time).success)
    throw new OperatorMistake(`${option} takes a day like 2026-11-01, or a time like 2026-11-01T12:00:00Z.`);
  return new Date(time).toISOString();
}

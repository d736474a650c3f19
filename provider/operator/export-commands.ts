import type { Command, CommandInput } from './command.ts';
import { exportRows, type ExportTarget } from './export-rows.ts';
import { EXPORTS } from './exports.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { withDatabase } from './with-database.ts';

export const exportCommands: readonly Command[] = [
  {
    name: 'export',
    operands: ['<members|transactions>'],
    options: { format: '<jsonl|csv>', out: '<file>' },
    what: 'writes all members, or all entries of all transactions, as of one moment, to standard output or to a new file',
    run: async (input) => {
      const { source, target } = readOrder(input);
      const rows = await withDatabase(input.settings.databaseUrl, (database) => exportRows(database, source, target));
      console.error(`Wrote ${rows} rows${target.file === undefined ? '' : ` to ${target.file}`}.`);
    },
  },
];

function readOrder({ operands: [name = ''], options: { format = 'jsonl', out } }: CommandInput) {
  const source = EXPORTS.find((candidate) => candidate.name === name);
  if (source === undefined)
    throw new OperatorMistake(`There is no export of ${name}. Choose one of ${EXPORTS.map((each) => each.name).join(', ')}.`);
  if (format !== 'jsonl' && format !== 'csv') throw new OperatorMistake('--format must be jsonl or csv.');
  const target: ExportTarget = { format, file: out };
  return { source, target };
}

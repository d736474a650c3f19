import { parseArgs } from 'node:util';
import { type ProviderSettings } from '../settings.ts';
import { type Command, type CommandInput, usageOf } from './command.ts';
import { confirm } from './confirm.ts';
import { OperatorMistake } from './operator-mistake.ts';

/** Reads what was typed after a command's name, asks where it must, and does it. */
export async function runCommand(command: Command, typed: readonly string[], readSettings: () => ProviderSettings): Promise<void> {
  const { operands, options, isSure } = parse(command, typed);
  const settings = command.isOffline === true ? null : readSettings();
  const input: CommandInput = {
    get settings() {
      return settings ?? readSettings();
    },
    operands,
    options,
  };
  if (command.asks !== undefined && !isSure) await confirm(command.asks(input));
  await command.run(input);
}

function parse(command: Command, typed: readonly string[]) {
  const known = Object.fromEntries(Object.keys(command.options ?? {}).map((name) => [name, { type: 'string' as const }]));
  try {
    const { values, positionals } = parseArgs({
      args: [...typed],
      options: { ...known, yes: { type: 'boolean' } },
      allowPositionals: true,
    });
    const required = command.operands.filter((operand) => !operand.startsWith('[')).length;
    if (positionals.length < required || positionals.length > command.operands.length) throw new TypeError('another number of operands');
    const given = Object.entries(values).flatMap(([name, value]): [string, string][] => (typeof value === 'string' ? [[name, value]] : []));
    return { operands: positionals, options: Object.fromEntries(given), isSure: values.yes === true };
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new OperatorMistake(`Usage: npm run provider -- ${usageOf(command)}`);
  }
}

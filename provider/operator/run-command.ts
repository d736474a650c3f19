import { parseArgs } from 'node:util';
import type { ProviderSettings } from '../settings.ts';
import { type Command, type CommandInput, usageOf } from './command.ts';
import { confirm } from './confirm.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { readActor } from './read-actor.ts';
import { requirePlainText } from '../require-plain-text.ts';
import { writeDown } from './write-down.ts';

/** Parses a command's arguments, asks for confirmation if necessary, and runs it. */
export async function runCommand(command: Command, typed: readonly string[], readSettings: () => ProviderSettings): Promise<void> {
  const { operands, options, isSure, why } = parse(command, typed);
  const settings = command.isOffline === true ? null : readSettings();
  const actor = readActor(settings?.operatorName);
  const input: CommandInput = {
    get settings() {
      return settings ?? readSettings();
    },
    operands,
    options,
    actor,
    why,
    noteAbout: () => Promise.resolve(),
  };
  const ask = async (): Promise<void> => {
    const question = (await command.confirmation?.(input)) ?? null;
    if (question !== null && !isSure) await confirm(question);
  };
  if ((settings === null || command.isProcess === true) && 'run' in command) return command.run(input);
  await writeDown(command, input, ask);
}

function parse(command: Command, typed: readonly string[]) {
  const texts = Object.fromEntries(Object.keys(command.options ?? {}).map((name) => [name, { type: 'string' as const }]));
  const flags = Object.fromEntries((command.flags ?? []).map((name) => [name, { type: 'boolean' as const }]));
  try {
    const { values, positionals } = parseArgs({
      args: [...typed],
      options: { ...texts, ...flags, yes: { type: 'boolean' }, why: { type: 'string' } },
      allowPositionals: true,
    });
    const required = command.operands.filter((operand) => !operand.startsWith('[')).length;
    if (positionals.length < required || positionals.length > command.operands.length) throw new TypeError('another number of operands');
    const given = Object.entries(values).flatMap(([name, value]): [string, string][] => {
      if (typeof value === 'string') return [[name, value]];
      return value && name !== 'yes' ? [[name, 'yes']] : [];
    });
    const { why, ...options } = Object.fromEntries(given);
    if (command.needsReason === true && why === undefined) throw new TypeError('no reason');
    return { operands: positionals, options, isSure: values['yes'] ?? false, why: why === undefined ? undefined : readReason(why) };
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new OperatorMistake(`Usage: npm run provider -- ${usageOf(command)}`);
  }
}

const LONGEST_REASON = 500;

function readReason(typed: string): string {
  const why = typed.trim();
  if (why === '' || why.length > LONGEST_REASON) throw new OperatorMistake(`--why takes a reason of at most ${LONGEST_REASON} characters.`);
  try {
    return requirePlainText(why, '--why');
  } catch (cause) {
    throw new OperatorMistake(cause instanceof Error ? cause.message : '--why cannot be read.', { cause });
  }
}

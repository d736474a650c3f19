import { sql } from 'drizzle-orm';
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { v7 } from 'uuid';
import { systemClock } from '../../src/lib/clock.ts';
import type { Database } from '../db/database.ts';
import { sqlState } from '../db/sql-state.ts';
import { blot } from '../logging/create-logger.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { requirePlainText } from '../require-plain-text.ts';
import type { ProviderSettings } from '../settings.ts';
import { type Actor, type Command, type CommandInput, type DoneAtOnce, type DoneByTwo, usageOf } from './command.ts';
import { migrateCommand } from './migrate-command.ts';
import { propose } from './proposal-commands.ts';
import { mayRun, nameWhose, readStaff } from './staff.ts';
import { withDatabase } from './with-database.ts';

/** undefined_table (PostgreSQL, appendix A). */
const NO_TABLE = '42P01';

/** Parses a command's arguments, asks for confirmation if necessary, and runs it. */
export async function runCommand(command: Command, typed: readonly string[], readSettings: () => ProviderSettings): Promise<void> {
  const { operands, options, isSure, why } = parse(command, typed);
  if ('runApart' in command) return command.runApart({ operands, readSettings });
  const settings = readSettings();
  const given = { settings, operands, options, actor: readActor(settings.operatorName), why };
  await withDatabase(settings.databaseUrl, (database) => writeDown(command, { ...given, database }, isSure));
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

/** Continues if the operator confirms. Without a terminal, only `--yes` confirms. */
async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new OperatorMistake(`${question}\nNothing was done: there is nobody to answer. Add --yes to go ahead.`);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} [y/N] `);
    if (!/^\s*y(es)?\s*$/i.test(answer)) throw new OperatorMistake('Nothing was done.');
  } finally {
    terminal.close();
  }
}

/** With `sudo`, the original user. */
function readActor(name: string | undefined): Actor {
  const sudoUser = process.env['SUDO_USER'] ?? '';
  return { osUser: sudoUser === '' ? osUser() : `${sudoUser} as ${osUser()}`, name };
}

/** In a container the user may only have a number. */
function osUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? '?'}`;
  }
}

type Given = Omit<CommandInput, 'noteAbout'>;

/** Runs a command, once it's confirmed, and records who did what, when and why: before it begins, so that interrupted commands are known too, and how it ended. */
async function writeDown(command: DoneAtOnce | DoneByTwo, given: Given, isSure: boolean): Promise<void> {
  const { database } = given;
  // The command that creates the table can only be recorded afterwards.
  if (command === migrateCommand) {
    await requireRight(database, command);
    await migrateCommand.run({ ...given, noteAbout: () => Promise.resolve() });
    await conclude(database, await begin(command.name, given), 'DONE');
    return;
  }
  const id = await begin(command.name, given);
  const noteAbout = async (memberId: string): Promise<void> => {
    await database.execute(sql`update operator_act set about = ${memberId} where id = ${id}`);
  };
  const input = { ...given, noteAbout };
  try {
    await requireRight(database, command);
    const question = (await command.confirmation?.(input)) ?? null;
    if (question !== null && !isSure) await confirm(question);
    await ('plan' in command ? propose(command, input) : command.run(input));
  } catch (error) {
    await conclude(database, id, 'FAILED');
    throw error;
  }
  await conclude(database, id, 'DONE');
}

/** The database would refuse it too, in its own words and perhaps halfway. */
async function requireRight(database: Database, command: Command): Promise<void> {
  const staff = await readStaff(database).catch((cause: unknown) =>
    command === migrateCommand && sqlState(cause) === NO_TABLE ? null : explainEarlier(cause),
  );
  if (staff === null || mayRun(staff, command)) return;
  const is = staff.parts.map((part) => part.toLowerCase()).join(' and ');
  throw new OperatorMistake(`\`${command.name}\` is for ${nameWhose(command)}; ${staff.name} is ${is}. Nothing was done.`);
}

async function begin(command: string, { database, operands, options, actor, why }: Given): Promise<string> {
  const now = systemClock();
  const id = v7({ msecs: now.getTime() });
  const typed = {
    operands: operands.map(blot),
    options: Object.fromEntries(Object.entries(options).map(([name, text = '']) => [name, blot(text)])),
  };
  const act = sql`
    insert into operator_act (id, at, os_user, operator, command, operands, options, why)
    values (${id}, ${now.toISOString()}, ${actor.osUser}, ${actor.name ?? null}, ${command},
            ${JSON.stringify(typed.operands)}::jsonb, ${JSON.stringify(typed.options)}::jsonb, ${why === undefined ? null : blot(why)})`;
  await database.execute(act).catch(explainEarlier);
  return id;
}

function explainEarlier(cause: unknown): never {
  if (sqlState(cause) !== NO_TABLE) throw cause;
  throw new OperatorMistake('The database is at an earlier version. Run `npm run provider -- migrate` first. Nothing was done.', { cause });
}

async function conclude(database: Database, id: string, outcome: 'DONE' | 'FAILED'): Promise<void> {
  await database.execute(sql`update operator_act set outcome = ${outcome}, ended_at = ${systemClock().toISOString()} where id = ${id}`);
}

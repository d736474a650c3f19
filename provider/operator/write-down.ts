import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { systemClock } from '../../src/lib/clock.ts';
import { sqlState } from '../db/sql-state.ts';
import { blot } from '../logging/create-logger.ts';
import type { Command, CommandInput } from './command.ts';
import { migrateCommand } from './migrate-command.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { propose } from './proposal-commands.ts';
import { mayRun, nameWhose, readStaff } from './staff.ts';
import { withDatabase } from './with-database.ts';

type Done = Pick<CommandInput, 'operands' | 'options' | 'actor' | 'why'>;

/** Runs a command, after `ask`, and records who did what, when and why: before it begins, so that interrupted commands are known too, and how it ended. */
export async function writeDown(command: Command, input: CommandInput, ask: () => Promise<void>): Promise<void> {
  const { databaseUrl } = input.settings;
  // The command that creates the table can only be recorded afterwards.
  if (command === migrateCommand) {
    await requireRight(databaseUrl, command);
    await migrateCommand.run(input);
    await conclude(databaseUrl, await begin(databaseUrl, command.name, input), 'DONE');
    return;
  }
  const id = await begin(databaseUrl, command.name, input);
  const noted = { ...input, noteAbout: (memberId: string) => noteAbout(databaseUrl, id, memberId) };
  try {
    await requireRight(databaseUrl, command);
    await ask();
    await ('plan' in command ? propose(command, noted) : command.run(noted));
  } catch (error) {
    await conclude(databaseUrl, id, 'FAILED');
    throw error;
  }
  await conclude(databaseUrl, id, 'DONE');
}

/** The database would refuse it too, in its own words and perhaps halfway. */
async function requireRight(databaseUrl: string, command: Command): Promise<void> {
  const staff = await withDatabase(databaseUrl, readStaff).catch((cause: unknown) =>
    command === migrateCommand && sqlState(cause) === NO_TABLE ? null : explainEarlier(cause),
  );
  if (staff === null || mayRun(staff, command)) return;
  const is = staff.parts.map((part) => part.toLowerCase()).join(' and ');
  throw new OperatorMistake(`\`${command.name}\` is for ${nameWhose(command)}; ${staff.name} is ${is}. Nothing was done.`);
}

/** undefined_table (PostgreSQL, appendix A). */
const NO_TABLE = '42P01';

async function begin(databaseUrl: string, command: string, { operands, options, actor, why }: Done): Promise<string> {
  const now = systemClock();
  const id = v7({ msecs: now.getTime() });
  const typed = {
    operands: operands.map(blot),
    options: Object.fromEntries(Object.entries(options).map(([name, text = '']) => [name, blot(text)])),
  };
  await withDatabase(databaseUrl, (database) =>
    database.execute(sql`
      insert into operator_act (id, at, os_user, operator, command, operands, options, why)
      values (${id}, ${now.toISOString()}, ${actor.osUser}, ${actor.name ?? null}, ${command},
              ${JSON.stringify(typed.operands)}::jsonb, ${JSON.stringify(typed.options)}::jsonb, ${why === undefined ? null : blot(why)})`),
  ).catch(explainEarlier);
  return id;
}

function explainEarlier(cause: unknown): never {
  if (sqlState(cause) !== NO_TABLE) throw cause;
  throw new OperatorMistake('The database is at an earlier version. Run `npm run provider -- migrate` first. Nothing was done.', { cause });
}

async function conclude(databaseUrl: string, id: string, outcome: 'DONE' | 'FAILED'): Promise<void> {
  await withDatabase(databaseUrl, (database) =>
    database.execute(sql`update operator_act set outcome = ${outcome}, ended_at = ${systemClock().toISOString()} where id = ${id}`),
  );
}

async function noteAbout(databaseUrl: string, id: string, memberId: string): Promise<void> {
  await withDatabase(databaseUrl, (database) => database.execute(sql`update operator_act set about = ${memberId} where id = ${id}`));
}

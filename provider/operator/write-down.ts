import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { systemClock } from '../../src/lib/clock.ts';
import { sqlState } from '../db/sql-state.ts';
import { blot } from '../logging/create-logger.ts';
import type { Command, CommandInput } from './command.ts';
import { migrateCommand } from './migrate-command.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { withDatabase } from './with-database.ts';

type Done = Pick<CommandInput, 'operands' | 'options' | 'actor' | 'why'>;

/** Runs a command and records who did what, when and why: before it begins, so that interrupted commands are known too, and how it ended. */
export async function writeDown(command: Command, input: CommandInput, databaseUrl: string): Promise<void> {
  // The command that creates the table can only be recorded afterwards.
  if (command === migrateCommand) {
    await command.run(input);
    await conclude(databaseUrl, await begin(databaseUrl, command.name, input), 'DONE');
    return;
  }
  const id = await begin(databaseUrl, command.name, input);
  try {
    await command.run(input);
  } catch (error) {
    await conclude(databaseUrl, id, 'FAILED');
    throw error;
  }
  await conclude(databaseUrl, id, 'DONE');
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
  try {
    await withDatabase(databaseUrl, (database) =>
      database.execute(sql`
        insert into operator_act (id, at, os_user, operator, command, operands, options, why)
        values (${id}, ${now.toISOString()}, ${actor.osUser}, ${actor.name ?? null}, ${command},
                ${JSON.stringify(typed.operands)}::jsonb, ${JSON.stringify(typed.options)}::jsonb, ${why === undefined ? null : blot(why)})`),
    );
  } catch (cause) {
    if (sqlState(cause) !== NO_TABLE) throw cause;
    throw new OperatorMistake('The database is at an earlier version. Run `npm run provider -- migrate` first. Nothing was done.', {
      cause,
    });
  }
  return id;
}

async function conclude(databaseUrl: string, id: string, outcome: 'DONE' | 'FAILED'): Promise<void> {
  await withDatabase(databaseUrl, (database) =>
    database.execute(sql`update operator_act set outcome = ${outcome}, ended_at = ${systemClock().toISOString()} where id = ${id}`),
  );
}

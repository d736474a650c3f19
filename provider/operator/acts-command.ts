import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { NO_RIGHT, sqlState } from '../db/sql-state.ts';
import type { Command, CommandInput } from './command.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { searchMembers } from './find-member.ts';
import { printList } from './list-what-is-out.ts';

const SHOWN = 200;

export const actsCommand: Command = {
  name: 'acts',
  operands: [],
  by: ['SUPPORT', 'EDITOR', 'FINANCE'],
  options: { command: '<name>', by: '<who>', about: '<text>', since: '<day>' },
  what: `lists what was done with this tool: when, by whom, what and why; the newest ${SHOWN}, optionally by command, person, member or text in the arguments, or since a day (UTC); administrators see those of all, others their own`,
  run: async ({ database, options }) => printList(await readActs(database, options), 'Nothing was done.', SHOWN),
};

const actRow = z.object({
  at: z.string(),
  os_user: z.string(),
  operator: z.string().nullable(),
  role: z.string().nullable(),
  command: z.string(),
  operands: z.array(z.string()),
  options: z.record(z.string(), z.string()),
  why: z.string().nullable(),
  outcome: z.enum(['DONE', 'FAILED']).nullable(),
});

async function readActs(database: Database, { command, by, about, since }: CommandInput['options']): Promise<string[]> {
  if (since !== undefined && !z.iso.date().safeParse(since).success) throw new OperatorMistake('--since takes a day like 2026-11-21.');
  const conditions = [
    ...(command === undefined ? [] : [sql`command = ${command}`]),
    ...(by === undefined ? [] : [sql`${by} in (os_user, operator, role)`]),
    // What was typed matches literally, not as a pattern.
    ...(about === undefined
      ? []
      : [
          sql`(about = any (${sql.param(await idsOf(database, about))}::uuid[]) or strpos(lower(operands::text || options::text), lower(${about})) > 0)`,
        ]),
    ...(since === undefined ? [] : [sql`at >= ${`${since}T00:00:00Z`}`]),
  ];
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
  const { rows } = await database.execute(sql`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at, os_user, operator, role, command, operands, options, why, outcome
      from operator_act where ${where} order by operator_act.at desc, id desc limit ${SHOWN}`);
  return z.array(actRow).parse(rows).map(describe);
}

/** Of every member that the words lead to, as `find` would. Who may look up no member finds acts by what was typed. */
async function idsOf(database: Database, typed: string): Promise<string[]> {
  try {
    return (await searchMembers(database, typed)).map(({ id }) => id);
  } catch (cause) {
    if (sqlState(cause) !== NO_RIGHT) throw cause;
    return [];
  }
}

/** The database's role is who it was; the rest is what they and their machine said. */
function describe({ at, os_user: osUser, operator, role, command, operands, options, why, outcome }: z.infer<typeof actRow>): string {
  const said = operator === null ? osUser : `${operator}, ${osUser}`;
  const who = role === null ? said : `${role} (${said})`;
  const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, quote(value)]);
  const ended = outcome === null ? 'not ended' : outcome.toLowerCase();
  return [
    `${at} UTC`,
    who,
    [command, ...operands.map(quote), ...given].join(' '),
    ended,
    ...(why === null ? [] : [`because: ${why}`]),
  ].join('  ');
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word);
}

import { eq, isNull } from 'drizzle-orm';
import { v7 } from 'uuid';
import { isDeepStrictEqual } from 'node:util';
import { systemClock } from '../../src/lib/clock.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { databaseError } from '../db/sql-state.ts';
import { isUuid } from '../is-uuid.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import type { Command, CommandInput, DoneByTwo, Plan } from './command.ts';
import { printList } from './list-what-is-out.ts';
import { proposal } from './schema.ts';
import { mayRun, readStaff } from './staff.ts';

type Proposal = typeof proposal.$inferSelect;

export const proposalCommands: readonly Command[] = [
  {
    name: 'proposals',
    operands: [],
    by: ['SUPPORT', 'EDITOR', 'FINANCE'],
    what: 'lists the proposals that nobody has approved yet',
    run: async ({ database }) => printList(await listOpen(database), 'No proposal is open.'),
  },
  {
    name: 'approve',
    operands: ['<proposal>'],
    by: ['SUPPORT', 'EDITOR', 'FINANCE'],
    what: 'does what another person proposed, exactly as it is shown; it must be something that you might have proposed',
    confirmation: async ({ database, operands: [id = ''] }) =>
      `${describe(await requireOpen(database, id))} Approve it? This can’t be undone.`,
    run: approve,
  },
];

async function listOpen(database: Database): Promise<string[]> {
  const open = await database.select().from(proposal).where(isNull(proposal.approvedAt)).orderBy(proposal.proposedAt, proposal.id);
  return open.map((each) => `${each.id}  ${describe(each)}`);
}

/** What its proposer was shown, and whoever approves it is. */
function describe({ says, why, proposedBy, proposedAt }: Proposal): string {
  return `${says} Proposed by ${proposedBy}, ${proposedAt.toISOString()}, because: ${why}.`;
}

async function requireOpen(database: Database, id: string): Promise<Proposal> {
  if (!isUuid(id)) throw new OperatorMistake(`${id} isn’t a proposal’s id: \`proposals\` lists them.`);
  const [found] = await database.select().from(proposal).where(eq(proposal.id, id));
  if (found === undefined) throw new OperatorMistake(`There is no proposal ${id}: \`proposals\` lists them.`);
  if (found.approvedAt !== null) throw new OperatorMistake(`Proposal ${id} is approved already.`);
  return found;
}

/** Writes down what a command would do, for another person to approve. */
export async function propose(command: DoneByTwo, input: CommandInput): Promise<void> {
  const { database, why = '' } = input;
  const id = v7();
  const { says, operands, options, about = null } = await command.plan(database, input);
  if (about !== null) await input.noteAbout(about);
  await database.insert(proposal).values({
    ...{ id, command: command.name, operands: [...operands], options, says, why, about },
    // The database writes down who it is.
    ...{ proposedBy: '', proposedAt: systemClock() },
  });
  console.log(`${says} Proposed as ${id}. Another person approves it: \`npm run provider -- approve ${id}\`.`);
}

async function approve({ settings, database, operands: [id = ''], noteAbout }: CommandInput): Promise<void> {
  const proposed = await requireOpen(database, id);
  if (proposed.about !== null) await noteAbout(proposed.about);
  const command = await requireApprovable(database, proposed);
  const { operands, options } = proposed;
  const plan = await command.plan(database, { settings, operands, options });
  requireAsShown(plan, proposed);
  console.log(await inTransaction(database, (tx) => plan.carryOut(tx, id)).catch(explain));
}

async function requireApprovable(database: Database, { command: name, proposedBy }: Proposal): Promise<DoneByTwo> {
  const { findCommand } = await import('./command-sources.ts');
  const command = (await findCommand(name.split(' ')))?.command;
  if (command === undefined || !('plan' in command)) throw new OperatorMistake(`This version doesn’t know \`${name}\`. Nothing was done.`);
  const staff = await readStaff(database);
  if (staff.name === proposedBy)
    throw new OperatorMistake(`${proposedBy} proposed it, so somebody else must approve it. Nothing was done.`);
  if (!mayRun(staff, command))
    throw new OperatorMistake(`${staff.name} may not \`${name}\`, so somebody else must approve it. Nothing was done.`);
  return command;
}

/** Where the words differ, things have changed since, or the proposer's tool said something else than it wrote down. */
function requireAsShown({ says, operands, options }: Plan, shown: Proposal): void {
  if (says === shown.says && isDeepStrictEqual([operands, options], [shown.operands, shown.options])) return;
  throw new OperatorMistake(`It would now do something else: ${says} Nothing was done; propose it again if that is what is wanted.`);
}

const REFUSED: Readonly<Record<string, string>> = {
  proposal_by_two: 'Whoever proposed it can’t approve it',
  proposal_open: 'It is approved already',
  order_open: 'The order is no longer open',
  deposit_confirmed: 'The deposit isn’t on the chain with three confirmations any more',
  staff_covered: 'There is less in the accounts that it would be taken from',
};

/** What has changed between looking and doing. */
function explain(cause: unknown): never {
  const because = REFUSED[databaseError(cause)?.constraint ?? ''];
  if (because === undefined) throw cause;
  throw new OperatorMistake(`${because}. Nothing was done.`, { cause });
}

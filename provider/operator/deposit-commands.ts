import { asc, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { isConfirmed } from '../chain-watch/held-deposits.ts';
import { type Deposit, deposit, depositState } from '../chain-watch/schema.ts';
import type { Database } from '../db/database.ts';
import { isUuid } from '../is-uuid.ts';
import type { Token } from '../ledger/account.ts';
import { inTokens } from '../token-amounts.ts';
import type { Command, CommandInput, Plan, PlanInput } from './command.ts';
import { findMember } from './find-member.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { printList } from './list-what-is-out.ts';

const SHOWN = 200;

/** Whom a deposit may be given to instead of a member, and in which token: by the pools' rules. `loss` is the treasury, which covers an uncovered loss. */
const ASSIGNABLE_POOLS: Readonly<Record<AssignablePool, { token: Token | null }>> = {
  reward: { token: 'JUF' },
  bonus: { token: 'USDT' },
  insurance: { token: 'USDT' },
  treasury: { token: null },
  loss: { token: null },
};

type AssignablePool = 'reward' | 'bonus' | 'insurance' | 'treasury' | 'loss';

export const depositCommands: readonly Command[] = [
  {
    name: 'deposit list',
    operands: [],
    by: ['FINANCE'],
    options: { state: '<held|seen|lost|credited>' },
    what: `lists deposits that are held because their senders aren’t members, or those in another state; at most ${SHOWN}`,
    run: listDeposits,
  },
  {
    name: 'deposit assign',
    operands: ['<deposit>', '<to>'],
    by: ['FINANCE'],
    needsReason: true,
    what: `proposes to give a held deposit to a member, looked up as by find, or to ${Object.keys(ASSIGNABLE_POOLS).join(', ')} of the system`,
    plan: planAssignment,
  },
];

async function listDeposits({ database, options: { state = 'held' } }: CommandInput): Promise<void> {
  const wanted = depositState.enumValues.find((each) => each.toLowerCase() === state.toLowerCase());
  if (wanted === undefined)
    throw new OperatorMistake(`There is no state ${state}. Choose one of ${depositState.enumValues.join(', ').toLowerCase()}.`);
  const newestFirst = wanted === 'CREDITED';
  const found = await database
    .select()
    .from(deposit)
    .where(eq(deposit.state, wanted))
    .orderBy(newestFirst ? desc(deposit.seenAt) : asc(deposit.seenAt), asc(deposit.id))
    .limit(SHOWN);
  printList(found.map(describe), `No deposit is ${wanted.toLowerCase()}.`, SHOWN);
}

async function planAssignment(database: Database, { operands: [id = '', to = ''] }: PlanInput): Promise<Plan> {
  if (!isUuid(id)) throw new OperatorMistake(`${id} isn’t a deposit’s id: \`deposit list\` shows them.`);
  const [held] = await database
    .select({ ...getTableColumns(deposit), isConfirmed: sql<boolean | null>`${isConfirmed}` })
    .from(deposit)
    .where(eq(deposit.id, id));
  if (held === undefined) throw new OperatorMistake(`There is no deposit ${id}: \`deposit list\` shows them.`);
  if (held.state !== 'HELD') throw new OperatorMistake(`Deposit ${id} isn’t held; it is ${held.state.toLowerCase()}. Nothing was done.`);
  if (held.isConfirmed !== true) throw new OperatorMistake(`Deposit ${id} isn’t on the chain with three confirmations. Nothing was done.`);
  const { says, operand, about } = await readRecipient(database, held, to);
  return {
    says: `Give ${amountOf(held)}, which ${held.sender} sent as deposit ${held.id}, to ${says}.`,
    ...{ operands: [held.id, operand], options: {} },
    ...(about === undefined ? {} : { about }),
    carryOut: async (tx, proposalId) => {
      const { rows } = await tx.execute<{ covered: string }>(sql`select staff.assign_deposit(${proposalId}, ${v7()})::text as covered`);
      const covered = to === 'loss' ? `; ${inTokens(BigInt(rows[0]?.covered ?? 0), held.token)} ${held.token} of it cover a loss` : '';
      return `Gave ${amountOf(held)} to ${says}${covered}.`;
    },
  };
}

/** What to call it, and what stands for it whatever its name becomes. */
async function readRecipient(database: Database, held: Deposit, to: string): Promise<{ says: string; operand: string; about?: string }> {
  if (isPool(to)) {
    const { token } = ASSIGNABLE_POOLS[to];
    if (token !== null && token !== held.token)
      throw new OperatorMistake(`Deposit ${held.id} is in ${held.token}, which is not what ${to} pays with.`);
    return { says: to, operand: to };
  }
  const { id, uid, address } = await findMember(database, to);
  return { says: `member ${uid} (${address}, ${id})`, operand: id, about: id };
}

function isPool(name: string): name is AssignablePool {
  return Object.hasOwn(ASSIGNABLE_POOLS, name);
}

function describe(each: Deposit): string {
  const { id, sender, txHash, blockNumber, seenAt, state } = each;
  const block = blockNumber === null ? 'on no block' : `block ${blockNumber}`;
  return [id, state.toLowerCase(), amountOf(each), `from ${sender}`, txHash, block, seenAt.toISOString()].join('  ');
}

function amountOf({ amount, token }: Deposit): string {
  return `${inTokens(amount, token)} ${token}`;
}

import { asc, desc, eq } from 'drizzle-orm';
import { toDecimalString } from '../../src/lib/amount.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { ASSIGNABLE_POOLS, type AssignablePool, assignDeposit, type AssignedTo } from '../chain-watch/held-deposits.ts';
import { type Deposit, deposit, depositState } from '../chain-watch/schema.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { tokenDecimals } from '../token-decimals.ts';
import type { Command, CommandInput } from './command.ts';
import { findMember } from './find-member.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { withDatabase } from './with-database.ts';

const SHOWN = 200;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const depositCommands: readonly Command[] = [
  {
    name: 'deposit list',
    operands: [],
    options: { state: '<held|seen|lost|credited>' },
    what: `lists deposits that are held because their senders aren’t members, or those in another state; at most ${SHOWN}`,
    run: listDeposits,
  },
  {
    name: 'deposit assign',
    operands: ['<deposit>', '<to>'],
    what: `assigns a held deposit to a member, looked up as by find, or to ${Object.keys(ASSIGNABLE_POOLS).join(', ')} of the system`,
    confirmation: ({ operands: [id = '', to = ''] }) => `Give deposit ${id} to ${to}? This can’t be undone.`,
    run: assign,
  },
];

async function listDeposits({ settings: { databaseUrl }, options: { state = 'held' } }: CommandInput): Promise<void> {
  const wanted = depositState.enumValues.find((each) => each.toLowerCase() === state.toLowerCase());
  if (wanted === undefined)
    throw new OperatorMistake(`There is no state ${state}. Choose one of ${depositState.enumValues.join(', ').toLowerCase()}.`);
  const newestFirst = wanted === 'CREDITED';
  const found = await withDatabase(databaseUrl, (database) =>
    database
      .select()
      .from(deposit)
      .where(eq(deposit.state, wanted))
      .orderBy(newestFirst ? desc(deposit.seenAt) : asc(deposit.seenAt), asc(deposit.id))
      .limit(SHOWN),
  );
  for (const each of found) console.log(describe(each));
  if (found.length === 0) console.error(`No deposit is ${wanted.toLowerCase()}.`);
  if (found.length === SHOWN) console.error(`There may be more than these ${SHOWN}.`);
}

async function assign({ settings: { databaseUrl }, operands: [id = '', to = ''] }: CommandInput): Promise<void> {
  if (!UUID.test(id)) throw new OperatorMistake(`${id} isn’t a deposit’s id: \`deposit list\` shows them.`);
  await withDatabase(databaseUrl, async (database) => {
    const { recipient, says } = await readRecipient(database, to);
    const now = systemClock();
    const result = await inTransaction(database, (tx) => assignDeposit(tx, id, recipient, now));
    switch (result.outcome) {
      case 'DEPOSIT_UNKNOWN':
        throw new OperatorMistake(`There is no deposit ${id}: \`deposit list\` shows them.`);
      case 'NOT_HELD':
        throw new OperatorMistake(`Deposit ${id} isn’t held; it is ${result.deposit?.state.toLowerCase() ?? 'gone'}. Nothing was done.`);
      case 'WRONG_TOKEN':
        throw new OperatorMistake(`Deposit ${id} is in ${result.deposit?.token ?? 'another token'}, which is not what ${says} pays with.`);
      case 'ASSIGNED': {
        const { token } = result.deposit;
        const covered = to === 'loss' ? `; ${toDecimalString(result.covered, tokenDecimals[token])} ${token} of it cover a loss` : '';
        console.log(`Gave ${amountOf(result.deposit)} to ${says}${covered}.`);
      }
    }
  });
}

async function readRecipient(database: Database, to: string): Promise<{ recipient: AssignedTo; says: string }> {
  if (isPool(to)) return { recipient: { pool: to }, says: to };
  const { id, uid, address } = await findMember(database, to);
  return { recipient: { memberId: id }, says: `member ${uid} (${address})` };
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
  return `${toDecimalString(amount, tokenDecimals[token])} ${token}`;
}

import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { isUuid } from '../is-uuid.ts';
import { chainOrder } from '../payouts/schema.ts';
import { inTokens } from '../token-amounts.ts';
import type { Command, CommandInput, Plan, PlanInput } from './command.ts';
import { OperatorMistake } from '../operator-mistake.ts';

const SHOWN = 200;

export const payoutCommands: readonly Command[] = [
  {
    name: 'payouts',
    operands: [],
    what: 'runs the payout process, which holds the vault’s key and executes the vault’s orders, until it is stopped',
    runApart: async ({ readSettings }) => {
      // Imported on demand: no other command needs the signing code.
      const { runPayouts } = await import('./run-payouts.ts');
      await runPayouts(readSettings());
    },
  },
  {
    name: 'orders',
    operands: [],
    by: ['FINANCE'],
    what: `lists the vault’s open orders, the oldest ${SHOWN}`,
    run: listOrders,
  },
  {
    name: 'give-up-payout',
    operands: ['<id>'],
    needsReason: true,
    by: ['FINANCE'],
    what: 'proposes to cancel a payout if that is still possible: everything is returned once it is certain that the chain will never pay it',
    plan: planGivingUp,
  },
];

async function listOrders({ database }: CommandInput): Promise<void> {
  const orders = await database
    .select()
    .from(chainOrder)
    .where(and(isNull(chainOrder.settledBlock), ne(chainOrder.status, 'VOIDED')))
    .orderBy(asc(chainOrder.createdAt), asc(chainOrder.id))
    .limit(SHOWN);
  for (const { id, kind, token, amount, createdAt, chainHash, isGivenUp, heldBecause } of orders) {
    const state = chainHash !== null ? `in block, ${chainHash}` : (heldBecause ?? 'waiting');
    const amountText = `${inTokens(amount, token)} ${token}`;
    console.log(`${id}  ${createdAt.toISOString()}  ${kind}  ${amountText}  ${state}${isGivenUp ? ', given up' : ''}`);
  }
  console.error(orders.length === 0 ? 'No open orders.' : `${orders.length} orders.`);
}

async function planGivingUp(database: Database, { operands: [id = ''] }: PlanInput): Promise<Plan> {
  if (!isUuid(id)) throw new OperatorMistake(`${id} isn’t a payout’s id: \`orders\` lists them.`);
  const [order] = await database.select().from(chainOrder).where(eq(chainOrder.id, id));
  if (order === undefined) throw new OperatorMistake(`There is no order ${id}.`);
  const { kind, token, amount, recipient, createdAt, status, isGivenUp, memberId } = order;
  if (status !== 'PENDING') throw new OperatorMistake(`Order ${id} is ${status} already.`);
  if (isGivenUp) throw new OperatorMistake(`Order ${id} is given up already.`);
  const what = `${kind} ${order.id} of ${inTokens(amount, token)} ${token} to ${recipient}, ordered ${createdAt.toISOString()}`;
  return {
    says: `Give up ${what}: all of it returns to where it came from, unless the chain has already paid it or still does.`,
    ...{ operands: [order.id], options: {} },
    ...(memberId === null ? {} : { about: memberId }),
    carryOut: async (tx, proposalId) => {
      await tx.execute(sql`select staff.give_up_payout(${proposalId})`);
      return `Order ${order.id} is given up. The payout process voids it as soon as the chain proves that it can no longer go through.`;
    },
  };
}

import { and, asc, eq, inArray, or } from 'drizzle-orm';
import type { Address } from 'viem';
import type { Queryable } from '../db/database.ts';
import { type ChainOrder, chainOrder, operatorNonce, type OperatorTransaction, operatorTransaction } from './schema.ts';

/** A nonce the chain hasn't used as far as known, and everything ever signed with it. */
export interface OpenNonce {
  sender: Address;
  nonce: number;
  /** `null`: it is filled with an empty transaction, because later nonces wait for it. */
  order: ChainOrder | null;
  /** Whether the order was executed with another nonce. */
  isDoneElsewhere: boolean;
  /** Highest fee last: that is the one that counts, since each replaces those before. */
  attempts: OperatorTransaction[];
}

/** In the order the chain takes them. */
export async function readOpenNonces(database: Queryable): Promise<OpenNonce[]> {
  const rows = await database
    .select({ sender: operatorNonce.sender, nonce: operatorNonce.nonce, order: chainOrder })
    .from(operatorNonce)
    .leftJoin(chainOrder, eq(chainOrder.id, operatorNonce.orderId))
    .where(eq(operatorNonce.state, 'OPEN'))
    .orderBy(asc(operatorNonce.sender), asc(operatorNonce.nonce));
  if (rows.length === 0) return [];
  const attempts = await database
    .select()
    .from(operatorTransaction)
    .where(or(...rows.map(({ sender, nonce }) => and(eq(operatorTransaction.sender, sender), eq(operatorTransaction.nonce, nonce)))))
    .orderBy(asc(operatorTransaction.maxFeePerGas));
  const done = await readDoneOrders(
    database,
    rows.flatMap(({ order }) => (order === null ? [] : [order.id])),
  );
  return rows.map(({ sender, nonce, order }) => ({
    sender,
    nonce,
    order,
    isDoneElsewhere: order !== null && done.has(order.id),
    attempts: attempts.filter((each) => each.sender === sender && each.nonce === nonce),
  }));
}

async function readDoneOrders(database: Queryable, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await database
    .select({ id: operatorNonce.orderId })
    .from(operatorNonce)
    .where(and(inArray(operatorNonce.orderId, [...ids]), eq(operatorNonce.outcome, 'DONE')));
  return new Set(rows.flatMap(({ id }) => (id === null ? [] : [id])));
}

import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { type Hex } from 'viem';
import { type Queryable } from '../db/database.ts';
import { type ChainOrder } from './schema.ts';

export interface Settled {
  hash: Hex;
  blockNumber: bigint;
  amount: bigint;
}

type Status = ChainOrder['status'];

/**
 * The chain did it, and that is confirmed: what waited in transit has left the vault and its fee is earned. Once, however often it is said. Gives what the
 * order was before.
 */
export async function settleOrder(
  database: Queryable,
  order: Pick<ChainOrder, 'id'>,
  { hash, blockNumber, amount }: Settled,
  now: Date,
): Promise<Status> {
  const { rows } = await database.execute<{ before: Status }>(
    sql`select chain_order_settle(${order.id}, ${v7({ msecs: now.getTime() })}, ${now.toISOString()}, decode(${hash.slice(2)}, 'hex'), ${blockNumber.toString()},
                                  ${amount.toString()}) as before`,
  );
  return statusIn(rows);
}

/** It was never done and never will be, and that is not the recipient's doing: everything goes back, the fee too. The database refuses it while a nonce is open that was signed for it. */
export async function voidOrder(database: Queryable, order: Pick<ChainOrder, 'id'>, reason: string, now: Date): Promise<Status> {
  const { rows } = await database.execute<{ before: Status }>(
    sql`select chain_order_void(${order.id}, ${v7({ msecs: now.getTime() })}, ${now.toISOString()}, ${reason}) as before`,
  );
  return statusIn(rows);
}

/**
 * The recipient's own code made it fail, in the transaction named or in a trial: the amount goes back, the fee is earned, and it counts in the limits of its
 * day. The database refuses it while a nonce is open that was signed for it.
 */
export async function refuseOrder(
  database: Queryable,
  order: Pick<ChainOrder, 'id'>,
  { reason, hash }: { reason: string; hash: Hex | null },
  now: Date,
): Promise<Status> {
  const chainHash = hash === null ? sql`null` : sql`decode(${hash.slice(2)}, 'hex')`;
  const { rows } = await database.execute<{ before: Status }>(
    sql`select chain_order_refuse(${order.id}, ${v7({ msecs: now.getTime() })}, ${now.toISOString()}, ${reason}, ${chainHash}) as before`,
  );
  return statusIn(rows);
}

function statusIn(rows: { before: Status }[]): Status {
  const [row] = rows;
  if (row === undefined) throw new Error('the database did not say what an order was');
  return row.before;
}

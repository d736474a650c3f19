import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Hex } from 'viem';
import type { Queryable } from '../db/database.ts';
import type { ChainOrder } from './schema.ts';

export interface Settled {
  hash: Hex;
  blockNumber: bigint;
  amount: bigint;
}

type Status = ChainOrder['status'];

/**
 * Executed and confirmed: the amount in transit has left the vault and the fee is earned. Idempotent. Returns the order's previous status.
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

/**
 * Never executed, never will be, and not because of the recipient: returns everything including the fee. The database refuses while a nonce
 * signed for it is open.
 */
export async function voidOrder(database: Queryable, order: Pick<ChainOrder, 'id'>, reason: string, now: Date): Promise<Status> {
  const { rows } = await database.execute<{ before: Status }>(
    sql`select chain_order_void(${order.id}, ${v7({ msecs: now.getTime() })}, ${now.toISOString()}, ${reason}) as before`,
  );
  return statusIn(rows);
}

/**
 * The recipient's own code made it fail, in the given transaction or in a trial: returns the amount, earns the fee, and counts towards the
 * day's limits. The database refuses while a nonce signed for it is open.
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

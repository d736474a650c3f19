import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Address, LocalAccount } from 'viem';
import type { Clock } from '../../src/lib/clock.ts';
import type { Database, Queryable } from '../db/database.ts';
import type { ExecutorChain } from './executor-chain.ts';

/** An order's progress, in this order; the last two are final. */
export type OrderStage =
  /** Stored, with its amount reserved. Nothing is signed. */
  | 'STORED'
  /** Signed and stored with its nonce. Nothing is sent. */
  | 'SIGNED'
  /** Accepted by a node. Not recorded. */
  | 'SENT'
  /** Included in a block. Not recorded. */
  | 'MINED'
  /** Deep enough to count as final. Not booked yet. */
  | 'CONFIRMED'
  | 'POSTED'
  | 'VOIDED';

export interface Pace {
  /** Maximum number of unmined transactions: as many from one sender as every node keeps. */
  mostOpen: number;
  /** How many of those, and of the mined but not final ones, may belong to one member; just one if the line's last payout failed. */
  mostOpenOfMember: number;
  /** After this time, a turn starts no further trials and redetermines the order of lines. */
  trialsMs: number;
  /** When an unmined transaction is sent again, and when it is replaced by one with a higher fee. */
  resendAfterMs: number;
  raiseAfterMs: number;
  /** How long an order is suspended if the executor can't execute it now. */
  holdMs: number;
  /** How long a line rests after one of its orders failed; doubles with each consecutive failure. */
  restMs: number;
  mostRestMs: number;
  /** Maximum fee per unit of gas, in wei. */
  mostFeePerGas: bigint;
  /** How often past blocks are checked while idle. */
  reorgCheckEveryMs: number;
}

/**
 * What signs and sends the vault's orders. It reads its work from the database, and keeps nothing in memory that another process would need.
 */
export interface Executor {
  database: Database;
  chain: ExecutorChain;
  /** The signing account. */
  account: Pick<LocalAccount, 'address' | 'signTransaction'> & { address: Address };
  clock: Clock;
  log: Logger;
  lease: LeaseHolder;
  pace: Pace;
  /** Awaited at each stage, so that tests can observe an order's progress. */
  reached: (stage: OrderStage, orderId: string) => Promise<void>;
}

export const defaultPace: Pace = {
  mostOpen: 16,
  mostOpenOfMember: 4,
  trialsMs: 2_000,
  resendAfterMs: 15_000,
  raiseAfterMs: 45_000,
  holdMs: 30_000,
  restMs: 5_000,
  mostRestMs: 600_000,
  mostFeePerGas: 1_000_000_000_000n,
  reorgCheckEveryMs: 15_000,
};

interface LeaseHolder {
  /** Unique to each process. */
  holder: string;
  leaseMs: number;
}

/** Another process signs and sends now, so this one's pending signature is cancelled. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
  readonly code = 'LEASE_LOST';
}

/**
 * Acquires or extends the lease to sign and send, which only one process holds at a time. Uses the database's clock, so the processes'
 * clocks don't matter. Returns whether this process holds it.
 */
export async function takeLease(database: Queryable, { holder, leaseMs }: LeaseHolder): Promise<boolean> {
  const { rowCount } = await database.execute(sql`
    insert into operator_lease as l (holder, until) values (${holder}, clock_timestamp() + ${leaseMs} * interval '1 millisecond')
    on conflict (id) do update set holder = excluded.holder, until = excluded.until where l.holder = excluded.holder or l.until <= clock_timestamp()`);
  return rowCount === 1;
}

/** Call it within the transaction that signs: no other process can take the lease until it commits. Throws if one already has. */
export async function holdLease(transaction: Queryable, { holder, leaseMs }: LeaseHolder): Promise<void> {
  const { rowCount } = await transaction.execute(sql`
    update operator_lease set until = clock_timestamp() + ${leaseMs} * interval '1 millisecond' where holder = ${holder} and until > clock_timestamp()`);
  if (rowCount !== 1) throw new LeaseLost('Another process has taken over.');
}

/** Records, for monitoring, that all pending work was checked. */
export async function noteTurn(database: Queryable, { holder }: LeaseHolder): Promise<void> {
  await database.execute(sql`update operator_lease set turned_at = clock_timestamp() where holder = ${holder}`);
}

/** Releases the lease, so that others can continue at once. */
export async function dropLease(database: Database, { holder }: LeaseHolder): Promise<void> {
  await database.execute(sql`update operator_lease set until = clock_timestamp() where holder = ${holder}`);
}

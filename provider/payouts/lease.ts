import type { Database, Queryable } from '../db/database.ts';
import { sql } from 'drizzle-orm';

export interface LeaseHolder {
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

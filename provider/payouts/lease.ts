import { type Database, type Queryable } from '../db/database.ts';
import { sql } from 'drizzle-orm';

export interface LeaseHolder {
  /** Another one in each process. */
  holder: string;
  leaseMs: number;
}

/** Somebody else signs and sends now: what was about to be signed is not. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
  readonly code = 'LEASE_LOST';
}

/**
 * Takes or prolongs the right to sign and send, which one process has at a time. By the database's clock, so that it does not matter what time it is in
 * each process. Says whether it is ours.
 */
export async function takeLease(database: Queryable, { holder, leaseMs }: LeaseHolder): Promise<boolean> {
  const { rowCount } = await database.execute(sql`
    insert into operator_lease as l (holder, until) values (${holder}, clock_timestamp() + ${leaseMs} * interval '1 millisecond')
    on conflict (id) do update set holder = excluded.holder, until = excluded.until where l.holder = excluded.holder or l.until <= clock_timestamp()`);
  return rowCount === 1;
}

/** Inside the transaction that signs: until it commits nobody else takes the lease, and it does not begin when somebody has. */
export async function holdLease(transaction: Queryable, { holder, leaseMs }: LeaseHolder): Promise<void> {
  const { rowCount } = await transaction.execute(sql`
    update operator_lease set until = clock_timestamp() + ${leaseMs} * interval '1 millisecond' where holder = ${holder} and until > clock_timestamp()`);
  if (rowCount !== 1) throw new LeaseLost('Another process has taken over.');
}

/** Says, for whoever watches, that all there is to do was looked at. */
export async function noteTurn(database: Queryable, { holder }: LeaseHolder): Promise<void> {
  await database.execute(sql`update operator_lease set turned_at = clock_timestamp() where holder = ${holder}`);
}

/** Lets others go on at once. */
export async function dropLease(database: Database, { holder }: LeaseHolder): Promise<void> {
  await database.execute(sql`update operator_lease set until = clock_timestamp() where holder = ${holder}`);
}

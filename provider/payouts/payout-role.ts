import { escapeIdentifier, escapeLiteral } from 'pg';
import { type Queryable } from '../db/database.ts';
import { sql } from 'drizzle-orm';

/**
 * What the process that holds the operator's key may do in the database, and no more: see what is ordered, write what it signs, and say of an order that it
 * was done or never will be. It can neither make an order nor touch the ledger.
 */
const RIGHTS = [
  'usage on schema public',
  'select, update (chain_hash, settled_block, held_because, held_until) on chain_order',
  'select, insert, update on operator_nonce',
  'select, insert, update (sent_at) on operator_transaction',
  'select, insert, update on operator_lease',
  'select, insert, update on payout_line',
  'execute on function chain_order_settle, chain_order_void, chain_order_refuse',
];

/** Makes the role, or gives one that exists a new password; all its rights are set anew. The caller's own role must be allowed to make roles. */
export async function makePayoutRole(database: Queryable, name: string, password: string): Promise<void> {
  const role = escapeIdentifier(name);
  const { rows } = await database.execute<{ database: string; exists: boolean }>(
    sql`select current_database() as database, exists (select from pg_roles where rolname = ${name}) as exists`,
  );
  const [found] = rows;
  if (found === undefined) throw new Error('the database did not say its name');
  const verb = found.exists ? 'alter' : 'create';
  const attributes = 'login nosuperuser nocreatedb nocreaterole noinherit noreplication nobypassrls connection limit 8';
  await database.execute(sql.raw(`${verb} role ${role} ${attributes} password ${escapeLiteral(password)}`));
  await database.execute(sql.raw(`revoke all on all tables in schema public from ${role}`));
  await database.execute(sql.raw(`grant connect on database ${escapeIdentifier(found.database)} to ${role}`));
  for (const right of RIGHTS) await database.execute(sql.raw(`grant ${right} to ${role}`));
}

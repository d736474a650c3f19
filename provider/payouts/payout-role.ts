import { randomBytes } from 'node:crypto';
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Queryable } from '../db/database.ts';
import { sqlState } from '../db/sql-state.ts';
import { scramVerifier } from './scram-verifier.ts';
import { sql } from 'drizzle-orm';

/**
 * The database rights of the process that holds the vault's key, and no more: read orders, store what it signs, and mark orders as
 * executed or void. It can neither create orders nor touch the ledger.
 */
const RIGHTS = [
  'usage on schema public',
  'select, update (chain_hash, settled_block, held_because, held_until) on chain_order',
  'select, insert, update on operator_nonce',
  'select, insert, update (sent_at) on operator_transaction',
  'select, insert, update on operator_lease',
  'select, insert, update on payout_line',
  'select on known_contracts, unknown_deed, deed_scan',
  'execute on function chain_order_settle, chain_order_void, chain_order_refuse',
];

/** The database's payout role can't be created as things are. The message says what is missing and who can change it. */
export class PayoutRoleRefused extends Error {
  override readonly name = 'PayoutRoleRefused';
  readonly code = 'PAYOUT_ROLE_REFUSED';
}

/**
 * Creates the role, or sets a new password for an existing one, and resets all its rights. The caller's role must be allowed to create
 * roles and own JuFi's tables. `database` should be a transaction, so that the role gets all its rights or isn't created. Throws
 * PayoutRoleRefused.
 */
export async function makePayoutRole(database: Queryable, name: string, password: string): Promise<void> {
  const role = escapeIdentifier(name);
  const found = await inspectRole(database, name);
  const self = escapeIdentifier(found.self);
  if (found.is_stronger) throw new PayoutRoleRefused(`${name} is a role with rights of its own already: give the payouts another.`);
  if (!found.owns) {
    throw new PayoutRoleRefused(`JuFi's tables belong to another role than ${found.self}: use the DATABASE_URL that \`migrate\` ran with.`);
  }
  const secret = `login noinherit connection limit 8 password ${escapeLiteral(scramVerifier(password, randomBytes(16)))}`;
  if (found.exists) {
    await explainMissing(
      database.execute(sql.raw(`alter role ${role} ${secret}`)),
      `${found.self} may not change ${name}: an administrator of the database runs  GRANT ${role} TO ${self} WITH ADMIN OPTION, and  ALTER ROLE ${self} CREATEROLE.`,
    );
  } else {
    await explainMissing(
      database.execute(sql.raw(`create role ${role} nosuperuser nocreatedb nocreaterole noreplication nobypassrls ${secret}`)),
      `${found.self} may not make roles: an administrator of the database runs  ALTER ROLE ${self} CREATEROLE.`,
    );
  }
  await database.execute(sql.raw(`revoke all on all tables in schema public from ${role}`));
  await explainMissing(
    database.execute(sql.raw(`grant connect on database ${escapeIdentifier(found.database)} to ${role}`)),
    `${found.self} may not let ${name} connect: an administrator of the database runs  GRANT CONNECT ON DATABASE ${escapeIdentifier(found.database)} TO ${role}.`,
  );
  for (const right of RIGHTS) {
    await explainMissing(database.execute(sql.raw(`grant ${right} to ${role}`)), `${found.self} may not pass on the right to ${right}.`);
  }
}

interface Found extends Record<string, unknown> {
  database: string;
  self: string;
  exists: boolean;
  is_stronger: boolean;
  owns: boolean;
}

async function inspectRole(database: Queryable, name: string): Promise<Found> {
  const { rows } = await database.execute<Found>(sql`
    select current_database() as database, current_user as self, r.rolname is not null as exists,
           coalesce(r.rolsuper or r.rolcreaterole or r.rolcreatedb or r.rolreplication or r.rolbypassrls, false) as is_stronger,
           (select pg_has_role(relowner, 'usage') from pg_class where oid = 'public.chain_order'::regclass) as owns
      from (select) as one left join pg_roles r on r.rolname = ${name}`);
  const [found] = rows;
  if (found === undefined) throw new Error('the database did not say its name');
  return found;
}

/** insufficient_privilege (PostgreSQL, appendix A). */
const NO_RIGHT = '42501';

async function explainMissing(doing: Promise<unknown>, missing: string): Promise<void> {
  try {
    await doing;
  } catch (cause) {
    throw sqlState(cause) === NO_RIGHT ? new PayoutRoleRefused(missing, { cause }) : cause;
  }
}

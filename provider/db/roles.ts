import { sql } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Database, Queryable } from './database.ts';
import { inTransaction } from './in-transaction.ts';
import { scramVerifier } from './scram-verifier.ts';
import { NO_RIGHT, sqlState } from './sql-state.ts';
import { type StaffPart, staffRights } from './staff-rights.ts';

/** What a process or a person does with the database. The owner of the tables migrates them, and is the operator's tool's role where staff's don't suffice. */
export type Part = 'SERVER' | 'PAYOUTS' | StaffPart;

/** The server's rights to each table, by area within each line of rights. It can't even read a table that isn't listed. */
export const serverTables = {
  select: [
    ['ledger_account', 'ledger_transaction', 'ledger_entry', 'erased_remark', 'schema_migration'],
    ['terms', 'terms_role', 'terms_points', 'erased_name', 'team_place', 'team_total', 'development_content'],
    ['announcement', 'announcement_slug', 'announcement_translation', 'poll', 'poll_translation', 'poll_option', 'poll_option_translation'],
    ['adjustment', 'operator_lease', 'operator_nonce', 'operator_transaction', 'payout_line'],
  ],
  'select, insert': [
    ['bonus_claim', 'bonus_hold', 'referral_sale', 'score_entry', 'score_claim', 'member_role', 'vesting_claim', 'staking_turbo'],
    ['chain_order', 'ledger_audit_run', 'known_contracts', 'reserve_tree'],
  ],
  'select, insert, update': [
    ['retired_username', 'bonus', 'bonus_total', 'referral_binding', 'role_privilege', 'treasury_purchase', 'insurance', 'staking'],
    ['deposit', 'deposit_loss', 'chain_watch', 'unknown_deed', 'deed_scan', 'poll_vote'],
  ],
  'select, update': [['activation_code', 'treasury_package', 'treasury_supply']],
  'select, insert, update, delete': [
    ['member', 'member_uid', 'session', 'sign_in_nonce', 'attempt', 'look_up'],
    ['list_page', 'idempotent_answer', 'used_intent', 'unsigned_order'],
    ['notice_seen', 'calendar_feed', 'push_subscription', 'push_message', 'push_pause', 'pair_observation', 'pair_head', 'chain_block'],
  ],
  'select, insert, delete': [['solvency_run', 'reserve_node', 'reserve_leaf']],
} as const;

/** Only the ledger's own functions write the ledger, with its owner's rights. */
const RIGHTS: Record<Part, readonly string[]> = {
  SERVER: [
    'usage on schema public',
    ...Object.entries(serverTables).map(([rights, tables]) => `${rights} on ${tables.flat().join(', ')}`),
    'insert on erased_name',
    'execute on function ledger_post, ledger_post_many, ledger_lock, ledger_resolve',
  ],
  // The process that holds the vault's key reads orders, stores what it signs, and marks orders as executed or void.
  PAYOUTS: [
    'usage on schema public',
    'select, update (chain_hash, settled_block, held_because, held_until) on chain_order',
    'select, insert, update on operator_nonce',
    'select, insert, update (sent_at) on operator_transaction',
    'select, insert, update on operator_lease',
    'select, insert, update on payout_line',
    'select on known_contracts, unknown_deed, deed_scan',
    'execute on function chain_order_settle, chain_order_void, chain_order_refuse',
  ],
  ...staffRights,
};

/** The queue's tables come and go with its version, and hold nothing but which job is due. */
const QUEUE_RIGHTS = [
  'usage on schema pgboss',
  'select, insert, update, delete on all tables in schema pgboss',
  'execute on all functions in schema pgboss',
];

/** A role can't be created as things are. The message says what is missing and who can change it. */
export class RoleRefused extends Error {
  override readonly name = 'RoleRefused';
  readonly code = 'ROLE_REFUSED';
}

/**
 * Creates a role that can log in and has the rights of `part`, or sets a new password for an existing one and adds them to those it has. The caller's role
 * must be allowed to create roles and own JuFi's tables. Throws RoleRefused, having changed nothing.
 */
export async function makeRole(database: Database, part: Part, name: string, password: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    await takeTurn(tx);
    const role = escapeIdentifier(name);
    const found = await inspectRole(tx, name);
    const self = escapeIdentifier(found.self);
    if (found.is_stronger) throw new RoleRefused(`${name} is a role with rights of its own already: give another name.`);
    if (!found.owns) {
      throw new RoleRefused(`JuFi's tables belong to another role than ${found.self}: use the DATABASE_URL that \`migrate\` ran with.`);
    }
    const secret = `login noinherit password ${escapeLiteral(scramVerifier(password, randomBytes(16)))}`;
    const limit = part === 'PAYOUTS' && !found.exists ? 'connection limit 8' : '';
    if (found.exists) {
      await explainMissing(
        tx.execute(sql.raw(`alter role ${role} ${secret}`)),
        `${found.self} may not change ${name}: an administrator of the database runs  GRANT ${role} TO ${self} WITH ADMIN OPTION, and  ALTER ROLE ${self} CREATEROLE.`,
      );
    } else {
      await explainMissing(
        tx.execute(sql.raw(`create role ${role} nosuperuser nocreatedb nocreaterole noreplication nobypassrls ${limit} ${secret}`)),
        `${found.self} may not make roles: an administrator of the database runs  ALTER ROLE ${self} CREATEROLE.`,
      );
    }
    await explainMissing(
      tx.execute(sql.raw(`grant connect on database ${escapeIdentifier(found.database)} to ${role}`)),
      `${found.self} may not let ${name} connect: an administrator of the database runs  GRANT CONNECT ON DATABASE ${escapeIdentifier(found.database)} TO ${role}.`,
    );
    // So that the words of a command mean staff's views.
    if (part in staffRights)
      await tx.execute(sql.raw(`alter role ${role} in database ${escapeIdentifier(found.database)} set search_path = staff, public`));
    await recordRole(tx, part, name);
    await renewRights(tx);
  });
}

/** Takes `part` from a role, and the role away when it has no other: it has no right left then, on connections that are open too. Throws RoleRefused. */
export async function removeRole(database: Database, part: Part, name: string): Promise<{ isGone: boolean }> {
  return inTransaction(database, async (tx) => {
    await takeTurn(tx);
    const { database: here, self } = await inspectRole(tx, name);
    const { rowCount } = await tx.execute(sql`delete from database_role where name = ${name} and part = ${part}`);
    if (rowCount === 0) throw new RoleRefused(`${name} isn’t that: nothing was changed.`);
    const role = escapeIdentifier(name);
    await takeRights(tx, role);
    await renewRights(tx);
    const { rowCount: left } = await tx.execute(sql`select from database_role where name = ${name}`);
    if (left !== 0) return { isGone: false };
    await tx.execute(sql.raw(`revoke connect on database ${escapeIdentifier(here)} from ${role}`));
    await explainMissing(
      tx.execute(sql.raw(`drop role ${role}`)),
      `${self} may not remove ${name}: an administrator of the database runs  DROP ROLE ${role}.`,
    );
    return { isGone: true };
  });
}

async function takeRights(database: Queryable, role: string): Promise<void> {
  for (const all of ['all tables in schema public, staff', 'all functions in schema staff', 'schema staff'])
    await database.execute(sql.raw(`revoke all on ${all} from ${role}`));
}

/** A restore without privileges lets everybody call what runs with the owner's rights. */
async function closeFunctions(database: Queryable): Promise<void> {
  await database.execute(sql`
    do $$
    declare
      f regprocedure;
    begin
      for f in
        select oid::regprocedure from pg_proc
         where pronamespace in ('public'::regnamespace, 'staff'::regnamespace) and (prosecdef or pronamespace = 'staff'::regnamespace)
           and prorettype <> 'trigger'::regtype and has_function_privilege('public', oid, 'execute')
      loop
        execute format('revoke all on function %s from public', f);
      end loop;
    end $$`);
}

/** Rights of one table that two grant at once are an error to the second. */
async function takeTurn(database: Queryable): Promise<void> {
  await database.execute(sql`select pg_advisory_xact_lock(hashtext('jufi roles'))`);
}

/** Remembers that an existing role has `part`, for `renewRights`. */
export async function recordRole(database: Queryable, part: Part, name: string): Promise<void> {
  await database.execute(sql`insert into database_role (name, part) values (${name}, ${part}) on conflict do nothing`);
}

/**
 * Gives each recorded role the rights of its parts and takes all others, so that a new version's tables are theirs as far as they need them. Skips roles that
 * this server doesn't have, as after a restore. The caller must own the tables.
 */
export async function renewRights(database: Queryable): Promise<void> {
  await takeTurn(database);
  await closeFunctions(database);
  const { rows } = await database.execute<{ name: string; parts: Part[]; has_queue: boolean }>(sql`
    select r.name, array_agg(r.part order by r.part) as parts, to_regnamespace('pgboss') is not null as has_queue
      from database_role r join pg_roles p on p.rolname = r.name group by r.name`);
  for (const { name, parts, has_queue: hasQueue } of rows) {
    const role = escapeIdentifier(name);
    await takeRights(database, role);
    const rights = [...parts.flatMap((part) => RIGHTS[part]), ...(hasQueue && parts.includes('SERVER') ? QUEUE_RIGHTS : [])];
    for (const right of rights) {
      await explainMissing(
        database.execute(sql.raw(`grant ${right} to ${role}`)),
        `The role that migrates may not pass on the right to ${right}.`,
      );
    }
  }
}

/** Whether the role of this connection may alter JuFi's tables, or create them where there are none yet. */
export async function ownsTables(database: Queryable): Promise<boolean> {
  const { rows } = await database.execute<{ owns: boolean }>(sql`
    select coalesce((select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('public.schema_migration')),
                    has_schema_privilege('public', 'create')) as owns`);
  return rows[0]?.owns === true;
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

async function explainMissing(doing: Promise<unknown>, missing: string): Promise<void> {
  try {
    await doing;
  } catch (cause) {
    throw sqlState(cause) === NO_RIGHT ? new RoleRefused(missing, { cause }) : cause;
  }
}

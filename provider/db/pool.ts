import pg from 'pg';
import { readDatabaseAddress } from './database-address.ts';
import { createFailover } from './failover-client.ts';

export type PoolOptions = {
  /** Maximum number of connections of this process. */
  max?: number;
  /** The server cancels a statement that runs longer. */
  statementTimeoutMs?: number;
  /** The server cancels a statement that waits longer for a lock. */
  lockTimeoutMs?: number;
  /** The server ends a transaction that stays idle longer, so that a stuck process doesn't hold locks forever. */
  idleInTransactionTimeoutMs?: number;
  /** Maximum wait for the response to a statement, in case the server vanished silently. */
  queryTimeoutMs?: number;
  /** Maximum wait for a free connection before the call fails. */
  connectTimeoutMs?: number;
  /** Called when an idle connection breaks; the pool replaces it. */
  onIdleError?: (error: Error) => void;
};

/** For several hosts: ends connections to a host that is no longer the primary. */
const LIFETIME_SECONDS = 60;

const { INT8, NUMERIC } = pg.types.builtins;

/** Returns money and counters as decimal text, regardless of what other packages register with pg's global parsers. */
const EXACT_TYPES: pg.CustomTypesConfig = {
  getTypeParser: (type, format): unknown => (type === INT8 || type === NUMERIC ? keepText : pg.types.getTypeParser(type, format)),
};

export function createPool(url: string, options: PoolOptions = {}): pg.Pool {
  const { urls, isPooledByTransaction } = readDatabaseAddress(url) ?? { urls: [url], isPooledByTransaction: false };
  const pool = new pg.Pool({
    connectionString: urls[0],
    application_name: 'jufi',
    max: options.max ?? 16,
    ...(isPooledByTransaction ? {} : serverTimeouts(options)),
    connectionTimeoutMillis: options.connectTimeoutMs ?? 10_000,
    ...(urls.length > 1 ? { ...createFailover(urls), maxLifetimeSeconds: LIFETIME_SECONDS } : {}),
    ...(options.queryTimeoutMs === undefined ? {} : { query_timeout: options.queryTimeoutMs }),
    types: EXACT_TYPES,
  });
  // Without listeners, losing a connection, idle or between two statements of a transaction, would end the process.
  pool.on('error', options.onIdleError ?? ignoreLoss);
  pool.on('connect', (client) => client.on('error', ignoreLoss));
  if (isPooledByTransaction) pool.on('connect', forgetNames);
  return pool;
}

/** Sent as parameters when a connection starts. A pooler by transaction can't pass them on, so there the database role has them (operations.md). */
function serverTimeouts(options: PoolOptions): pg.PoolConfig {
  return {
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    lock_timeout: options.lockTimeoutMs ?? 10_000,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? 30_000,
  };
}

/** A statement with a name is prepared in one server's connection, and the next transaction may get another one. */
function forgetNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...words: readonly unknown[]) => unknown;
  Object.assign(client, {
    query: (statement: unknown, ...words: readonly unknown[]) => query(withoutName(statement), ...words),
  });
}

function withoutName(statement: unknown): unknown {
  // Query objects, such as a cursor, know how to send themselves.
  if (typeof statement !== 'object' || statement === null || !('name' in statement) || 'submit' in statement) return statement;
  return { ...statement, name: undefined };
}

function keepText(value: string): string {
  return value;
}

/** The pool drops the connection; its current or next user gets the error in their own query. */
function ignoreLoss(): void {
  return;
}

import pg from 'pg';
import { readDatabaseAddress } from './database-address.ts';
import { createFailover } from './failover-client.ts';

export type PoolOptions = {
  /** Most connections this process holds. */
  max?: number;
  /** A statement that runs longer is cancelled by the server. */
  statementTimeoutMs?: number;
  /** A statement that waits longer for a lock is cancelled by the server. */
  lockTimeoutMs?: number;
  /** A transaction left open and idle longer is ended by the server, so that a stuck process holds no locks for ever. */
  idleInTransactionTimeoutMs?: number;
  /** How long to wait for any answer to a statement, for a server that may be gone without a word. */
  queryTimeoutMs?: number;
  /** How long to wait for a free connection before the call fails. */
  connectTimeoutMs?: number;
  /** Told when an idle connection breaks; the pool replaces it by itself. */
  onIdleError?: (error: Error) => void;
};

/** Of several hosts: a connection to one that is no primary any more ends by itself. */
const LIFETIME_SECONDS = 60;

const { INT8, NUMERIC } = pg.types.builtins;

/** Money and counters arrive as their decimal text, whatever another package registered with pg's global parsers. */
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
  // Without listeners the loss of a connection, idle or between two statements of a transaction, would end the process.
  pool.on('error', options.onIdleError ?? ignoreLoss);
  pool.on('connect', (client) => client.on('error', ignoreLoss));
  if (isPooledByTransaction) pool.on('connect', forgetNames);
  return pool;
}

/** They are parameters of the connection's start, which a pooler by transaction cannot pass on: there the role has them (see operations.md). */
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
  // What is a query of its own already, such as a cursor, brings its way of being sent.
  if (typeof statement !== 'object' || statement === null || !('name' in statement) || 'submit' in statement) return statement;
  return { ...statement, name: undefined };
}

function keepText(value: string): string {
  return value;
}

/** The pool drops the connection; whoever uses it next, or still does, meets the failure in their own query. */
function ignoreLoss(): void {
  return;
}

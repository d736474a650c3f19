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
  /** Maximum wait for the response to a statement; a little longer than the server may take for it, unless said otherwise. */
  queryTimeoutMs?: number;
  /** Maximum wait for a free connection before the call fails. */
  connectTimeoutMs?: number;
  /** Called when an idle connection breaks; the pool replaces it. */
  onIdleError?: (error: Error) => void;
};

const STATEMENT_TIMEOUT_MS = 15_000;
/** What the role has where a pooler by transaction stands in between (docs/operations/database.md). */
const STATEMENT_TIMEOUT_OF_ROLE_MS = 60_000;
/** A server that has vanished without a word, as in a failover without a reset, cancels nothing. */
const SILENCE_MS = 5_000;

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
    query_timeout: queryTimeoutOf(options, isPooledByTransaction),
    types: EXACT_TYPES,
  });
  // Without listeners, losing a connection, idle or between two statements of a transaction, would end the process.
  pool.on('error', options.onIdleError ?? ignoreLoss);
  pool.on('connect', (client) => client.on('error', ignoreLoss));
  pool.on('release', (_error, client) => setQueryTimeout(client, queryTimeoutOf(options, isPooledByTransaction)));
  if (isPooledByTransaction) pool.on('connect', forgetNames);
  return pool;
}

/** Sent as parameters when a connection starts. A pooler by transaction can't pass them on, so there the database role has them (docs/operations/database.md). */
function serverTimeouts(options: PoolOptions): pg.PoolConfig {
  return {
    statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    lock_timeout: options.lockTimeoutMs ?? 10_000,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? 30_000,
  };
}

function queryTimeoutOf(
  { queryTimeoutMs, statementTimeoutMs = STATEMENT_TIMEOUT_MS }: PoolOptions,
  isPooledByTransaction: boolean,
): number {
  const ofServer = isPooledByTransaction ? STATEMENT_TIMEOUT_OF_ROLE_MS : statementTimeoutMs;
  return queryTimeoutMs ?? (ofServer === 0 ? 0 : ofServer + SILENCE_MS);
}

/** Lets the statements of a transaction, and the pauses between them, take as long as they need. */
export async function liftTimeLimits(client: pg.PoolClient): Promise<void> {
  await client.query(`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`);
  setQueryTimeout(client, 0);
}

/** pg reads it anew for each statement. */
function setQueryTimeout(client: pg.PoolClient, ms: number): void {
  (client as unknown as { connectionParameters: { query_timeout: number } }).connectionParameters.query_timeout = ms;
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

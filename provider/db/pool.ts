import pg from 'pg';

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
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  onIdleError?: (error: Error) => void;
};

const { INT8, NUMERIC } = pg.types.builtins;

/** Returns money and counters as decimal text, regardless of what other packages register with pg's global parsers. */
const EXACT_TYPES: pg.CustomTypesConfig = {
  getTypeParser: (type, format): unknown => (type === INT8 || type === NUMERIC ? keepText : pg.types.getTypeParser(type, format)),
};

export function createPool(url: string, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'jufi',
    max: options.max ?? 16,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    lock_timeout: options.lockTimeoutMs ?? 10_000,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? 30_000,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 10_000,
    ...(options.queryTimeoutMs === undefined ? {} : { query_timeout: options.queryTimeoutMs }),
    types: EXACT_TYPES,
  });
  // Without listeners, losing a connection, idle or between two statements of a transaction, would end the process.
  pool.on('error', options.onIdleError ?? ignoreLoss);
  pool.on('connect', (client) => client.on('error', ignoreLoss));
  return pool;
}

function keepText(value: string): string {
  return value;
}

/** The pool drops the connection; its current or next user gets the error in their own query. */
function ignoreLoss(): void {
  return;
}

import pg from 'pg';

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

const { INT8, NUMERIC } = pg.types.builtins;

/** Money and counters arrive as their decimal text, whatever another package registered with pg's global parsers. */
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
  // Without listeners the loss of a connection, idle or between two statements of a transaction, would end the process.
  pool.on('error', options.onIdleError ?? ignoreLoss);
  pool.on('connect', (client) => client.on('error', ignoreLoss));
  return pool;
}

function keepText(value: string): string {
  return value;
}

/** The pool drops the connection; whoever uses it next, or still does, meets the failure in their own query. */
function ignoreLoss(): void {
  return;
}

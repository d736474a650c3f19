import pg from 'pg';
import { DeadlinePassed, TransactionConflict } from './in-transaction.ts';
import { NoPrimary } from './failover-client.ts';

/**
 * Whether the database can't be used just now, and the same may well work in a moment: whoever asks is answered with 503. The one place that knows the
 * server's, the driver's and the system's words for it.
 */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // What the server has said counts, and not what the driver makes of it.
    if (cause instanceof pg.DatabaseError) return cause.severity === 'FATAL' || (cause.code !== undefined && AWAY.test(cause.code));
    if (cause instanceof NoPrimary || cause instanceof TransactionConflict || cause instanceof DeadlinePassed) return true;
    if (isOfTheSystem(cause) || OF_THE_DRIVER.some((beginning) => cause.message.startsWith(beginning))) return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseAway)) return true;
  }
  return false;
}

/** Whether the database itself is gone, for whoever asks: not what one statement met, such as a conflict, a lock or a deadline. */
export function isDatabaseGone(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof TransactionConflict || cause instanceof DeadlinePassed) return false;
    if (cause instanceof pg.DatabaseError && OF_ONE_STATEMENT.test(cause.code ?? '')) return false;
    // A socket may be anybody's; one to the database comes through the driver.
    if (isOfTheSystem(cause) && !isOfTheDriver(cause)) return false;
  }
  return isDatabaseAway(error);
}

/** Rolled back because of others (40), cancelled (57014), a transaction or a lock that took too long. */
const OF_ONE_STATEMENT = /^(40|57014|25P03|25P04|55P03)/;

function isOfTheDriver({ stack = '' }: Error): boolean {
  return /[\\/]node_modules[\\/](pg|pg-pool|pg-protocol)[\\/]/.test(stack);
}

/**
 * SQLSTATEs: lost or refused connections (08), a login that is refused (28), rolled back because of others (40), no resources (53), cancelled, shutting
 * down or starting (57), no such database (3D000), read-only (25006), a transaction that took too long (25P03, 25P04), a lock that did (55P03). The server
 * ends the connection with any FATAL, but says that word in its own language.
 */
const AWAY = /^(08|28|40|53|57|3D000|25006|25P03|25P04|55P03)/;

/** pg gives these errors no code. */
const OF_THE_DRIVER = [
  'Cannot use a pool after calling end on the pool',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Connection terminated',
  'Query read timeout',
  'SASL',
  'The server does not support SSL connections',
  'There was an error establishing an SSL connection',
  'timeout exceeded when trying to connect',
  'timeout expired',
];

/** A socket, a name or a certificate: refused, reset, unreachable, unknown, expired, or no more sockets to be had. */
function isOfTheSystem(error: Error): boolean {
  if ('syscall' in error) return true;
  return (
    'code' in error &&
    typeof error.code === 'string' &&
    /^(E[A-Z]+$|ERR_(SSL|TLS|SOCKET|STREAM)_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/.test(error.code)
  );
}

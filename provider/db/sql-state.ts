import pg from 'pg';

/** The SQLSTATE of the PostgreSQL error at the root of `error`, through whatever wrapped it (drizzle wraps each failed query). */
export function sqlState(error: unknown): string | undefined {
  return databaseError(error)?.code;
}

/** The PostgreSQL error at the root of `error`, with its constraint, table and detail. */
export function databaseError(error: unknown): pg.DatabaseError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) return cause;
  }
  return undefined;
}

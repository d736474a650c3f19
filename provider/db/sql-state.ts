import pg from 'pg';

/** insufficient_privilege (PostgreSQL, appendix A). */
export const NO_RIGHT = '42501';

/** SQLSTATE of the PostgreSQL error behind `error`, through any wrappers (drizzle wraps every failed query). */
export function sqlState(error: unknown): string | undefined {
  return databaseError(error)?.code;
}

/** The PostgreSQL error behind `error`, with its constraint, table and detail. */
export function databaseError(error: unknown): pg.DatabaseError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) return cause;
  }
  return undefined;
}

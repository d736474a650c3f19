import { firstDatabaseUrl } from '../db/database-address.ts';
import { createDatabase, type Database } from '../db/database.ts';
import { MigrationError } from '../db/migrate.ts';
import { createPool } from '../db/pool.ts';
import { RoleRefused } from '../db/roles.ts';
import { NO_RIGHT, sqlState } from '../db/sql-state.ts';
import { OperatorMistake } from '../operator-mistake.ts';

/** Opens the database for one command and closes it. */
export async function withDatabase<Result>(databaseUrl: string, run: (database: Database) => Promise<Result>): Promise<Result> {
  const pool = createPool(databaseUrl, { max: 2 });
  try {
    await requireAnswer(pool, databaseUrl);
    return await run(createDatabase(pool));
  } catch (cause) {
    // What has its own words keeps them.
    if (cause instanceof RoleRefused || cause instanceof MigrationError || cause instanceof OperatorMistake) throw cause;
    if (sqlState(cause) === NO_RIGHT) {
      const role = decodeURIComponent(firstDatabaseUrl(databaseUrl).username);
      throw new OperatorMistake(`The role ${role} may not do this: give the DATABASE_URL of the role that owns JuFi’s tables.`, { cause });
    }
    // It may have gone away meanwhile.
    await requireAnswer(pool, databaseUrl);
    throw cause;
  } finally {
    await pool.end();
  }
}

async function requireAnswer(pool: ReturnType<typeof createPool>, databaseUrl: string): Promise<void> {
  try {
    await pool.query('select 1');
  } catch (cause) {
    const { hostname, port, pathname } = firstDatabaseUrl(databaseUrl);
    const said = cause instanceof AggregateError ? cause.errors.map(String).join('; ') : String(cause);
    throw new OperatorMistake(
      `The database ${hostname}:${port}${pathname} can’t be used (${said}). The embedded one runs only while \`npm start\` does; for any other, check DATABASE_URL.`,
      { cause },
    );
  }
}

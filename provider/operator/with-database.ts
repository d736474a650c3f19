import { createDatabase, type Database } from '../db/database.ts';
import { createPool } from '../db/pool.ts';

/** Runs one command on the database and lets go of it. */
export async function withDatabase<Result>(databaseUrl: string, run: (database: Database) => Promise<Result>): Promise<Result> {
  const pool = createPool(databaseUrl, { max: 2 });
  try {
    return await run(createDatabase(pool));
  } finally {
    await pool.end();
  }
}

import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT, type NodePgTransaction } from 'drizzle-orm/node-postgres';
import { type PgDatabase } from 'drizzle-orm/pg-core';
import { type Pool, type PoolClient } from 'pg';

export type Database = NodePgDatabase & { $client: Pool };

/** What `inTransaction` hands out. A plain `Database` is not assignable to it, so what must be atomic can ask for it. */
export type Transaction = NodePgTransaction<Record<string, never>, Record<string, never>> & { $client: PoolClient };

/** Reads accept either. */
export type Queryable = PgDatabase<NodePgQueryResultHKT>;

export function createDatabase(pool: Pool): Database {
  return drizzle({ client: pool });
}

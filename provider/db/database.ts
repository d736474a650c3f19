import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT, type NodePgTransaction } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { Pool, PoolClient } from 'pg';
import type { Hex } from 'viem';

export type Database = NodePgDatabase & { $client: Pool };

/** What `inTransaction` passes on. A plain `Database` isn't assignable to it, so code that must be atomic can require it. */
export type Transaction = NodePgTransaction<Record<string, never>, Record<string, never>> & { $client: PoolClient };

/** Reads accept either. */
export type Queryable = PgDatabase<NodePgQueryResultHKT>;

export function createDatabase(pool: Pool): Database {
  return drizzle({ client: pool });
}

/** Parses bytes as PostgreSQL writes them in JSON: hex after `\x`. */
export function jsonBytes(text: string): Hex {
  return `0x${text.slice(2)}`;
}

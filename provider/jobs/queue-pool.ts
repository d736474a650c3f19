import type { Pool } from 'pg';
import { createPool } from '../db/pool.ts';

/** A few connections for the queue alone: it polls often, and neither it nor members' calls should wait for the other. */
export function createQueuePool(databaseUrl: string): Pool {
  return createPool(databaseUrl, { max: 2, connectTimeoutMs: 5_000, statementTimeoutMs: 60_000, queryTimeoutMs: 65_000 });
}

/** The queue's own schema, apart from our tables. */
export const QUEUE_SCHEMA = 'pgboss';

import { type Pool } from 'pg';
import { createPool } from '../db/pool.ts';

/** A few connections of the queue's own: it asks often, and must not wait behind members, nor they behind it. */
export function createQueuePool(databaseUrl: string): Pool {
  return createPool(databaseUrl, { max: 2, connectTimeoutMs: 5_000, statementTimeoutMs: 60_000, queryTimeoutMs: 65_000 });
}

/** In a schema of its own, beside our tables. */
export const QUEUE_SCHEMA = 'pgboss';

import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import { type PoolClient } from 'pg';

import { type Database, type Transaction } from './database.ts';
import { sqlState } from './sql-state.ts';

export type TransactionOptions = {
  isolation?: 'read committed' | 'repeatable read' | 'serializable';
  readOnly?: boolean;
  maxAttempts?: number;
  /** Between 0 and 1; spreads the retries of callers that collided. */
  random?: () => number;
};

/** Every attempt lost against other transactions. Nothing was written; the caller may try again later. */
export class TransactionConflict extends Error {
  readonly code = 'TRANSACTION_CONFLICT';

  constructor(attempts: number, cause: unknown) {
    super(`The transaction lost against others ${attempts} times`, { cause });
    this.name = 'TransactionConflict';
  }
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const MAX_ATTEMPTS = 12;
const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 250;

/**
 * Runs `run` in one database transaction, and the whole of it again when the database asks for that (40001, 40P01).
 * So `run` must keep its effects inside the transaction: it may be called several times.
 * When the connection breaks during COMMIT the outcome is unknown and the error is passed on, never retried here.
 */
export async function inTransaction<T>(db: Database, run: (tx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
  const maxAttempts = options.maxAttempts ?? MAX_ATTEMPTS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(db, run, options);
    } catch (error) {
      if (!isRetryable(error)) throw error;
      if (attempt >= maxAttempts) throw new TransactionConflict(attempt, error);
      await pauseBefore(attempt, options.random ?? Math.random);
    }
  }
}

async function attemptOnce<T>(db: Database, run: (tx: Transaction) => Promise<T>, options: TransactionOptions): Promise<T> {
  const client = await db.$client.connect();
  let healthy = false;
  try {
    await client.query(beginStatement(options));
    const result = await runOrRollBack(client, run, () => (healthy = true));
    await commit(client);
    healthy = true;
    return result;
  } catch (error) {
    // A refused COMMIT (a deferred constraint) has already rolled back; the connection is fine.
    if (sqlState(error) !== undefined) healthy = true;
    throw error;
  } finally {
    client.release(!healthy);
  }
}

async function runOrRollBack<T>(client: PoolClient, run: (tx: Transaction) => Promise<T>, onRolledBack: () => void): Promise<T> {
  const dialect = new PgDialect();
  const session = new NodePgSession<Record<string, never>, Record<string, never>>(client, dialect, undefined);
  try {
    return await run(
      Object.assign(new NodePgTransaction<Record<string, never>, Record<string, never>>(dialect, session, undefined), { $client: client }),
    );
  } catch (error) {
    await client.query('rollback').then(onRolledBack, () => undefined);
    throw error;
  }
}

/** PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error: a swallowed error must not pass for success. */
async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw new Error('An error inside the transaction was swallowed; the database rolled it back');
}

function beginStatement({ isolation = 'read committed', readOnly = false }: TransactionOptions): string {
  return `begin isolation level ${isolation}${readOnly ? ' read only' : ''}`;
}

function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED;
}

async function pauseBefore(attempt: number, random: () => number): Promise<void> {
  const ceilingMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
  await new Promise((resolve) => setTimeout(resolve, random() * ceilingMs));
}

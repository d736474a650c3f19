import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { PoolClient, QueryConfig } from 'pg';

import { beginCommit, requireTime } from './commit-in-time.ts';
import type { Database, Transaction } from './database.ts';
import { retryConflicts, type RetryOptions } from './retry-conflicts.ts';
import { sqlState } from './sql-state.ts';

const ROLL_BACK_WITHIN_MS = 5_000;

export type TransactionOptions = RetryOptions & {
  isolation?: 'read committed' | 'repeatable read' | 'serializable';
  readOnly?: boolean;
};

/**
 * Runs `run` in a database transaction and repeats it entirely on serialization failures and deadlocks (40001, 40P01). `run` may therefore
 * be called several times and must not have effects outside the transaction. If the connection breaks during COMMIT, the outcome is
 * unknown; the error is thrown, never retried here. A call whose deadline has passed commits nothing.
 */
export function inTransaction<T>(db: Database, run: (tx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
  return retryConflicts(() => attemptOnce(db, run, options), options);
}

async function attemptOnce<T>(db: Database, run: (tx: Transaction) => Promise<T>, options: TransactionOptions): Promise<T> {
  requireTime();
  const client = await db.$client.connect();
  let healthy = false;
  try {
    await client.query(beginStatement(options));
    const decide = async (tx: Transaction): Promise<T> => {
      const result = await run(tx);
      if (options.readOnly !== true) beginCommit();
      return result;
    };
    const result = await runOrRollBack(client, decide, () => (healthy = true));
    await commit(client);
    healthy = true;
    return result;
  } catch (error) {
    // A refused COMMIT (deferred constraint) has already rolled back; the connection is fine.
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
    await rollBack(client).then(onRolledBack, () => undefined);
    throw error;
  }
}

/** Where the server has gone silent, nobody waits for it once more. */
function rollBack(client: PoolClient): Promise<unknown> {
  return client.query({ text: 'rollback', query_timeout: ROLL_BACK_WITHIN_MS } as QueryConfig);
}

/** PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error, so a swallowed error would look like success. */
async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw new Error('An error inside the transaction was swallowed; the database rolled it back');
}

function beginStatement({ isolation = 'read committed', readOnly = false }: TransactionOptions): string {
  return `begin isolation level ${isolation}${readOnly ? ' read only' : ''}`;
}

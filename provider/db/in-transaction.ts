import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PoolClient, QueryConfig } from 'pg';
import type { Database, Transaction } from './database.ts';
import { sqlState } from './sql-state.ts';

const ROLL_BACK_WITHIN_MS = 5_000;

export type TransactionOptions = RetryOptions & {
  isolation?: 'read committed' | 'repeatable read' | 'serializable';
  readOnly?: boolean;
};

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const MAX_ATTEMPTS = 12;
const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 250;

const calls = new AsyncLocalStorage<Call>();

/** As long as the server may take for a statement (`pool.ts`), and some. Only a connection that went silent in a commit takes longer. */
const OUTCOME_WITHIN_MS = 20_000;

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

type RetryOptions = {
  maxAttempts?: number | undefined;
  /** Returns a number between 0 and 1; spreads the retries of callers that collided. */
  random?: (() => number) | undefined;
};

/** Every attempt lost against other transactions. Nothing was written; the caller may try again later. */
export class TransactionConflict extends Error {
  readonly code = 'TRANSACTION_CONFLICT';

  constructor(attempts: number, cause: unknown) {
    super(`The transaction lost against others ${attempts} times`, { cause });
    this.name = 'TransactionConflict';
  }
}

/** Repeats a whole transaction on serialization failures and deadlocks. */
export async function retryConflicts<T>(runTransaction: () => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const maxAttempts = options.maxAttempts ?? MAX_ATTEMPTS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runTransaction();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt >= maxAttempts) throw new TransactionConflict(attempt, error);
      await pauseAfter(attempt, options.random ?? Math.random);
    }
  }
}

/** Whether the database rolled the transaction back because of another one, so that it may be retried. */
function isConflict(error: unknown): boolean {
  const state = sqlState(error);
  return state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED;
}

async function pauseAfter(attempt: number, random: () => number): Promise<void> {
  const ceilingMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
  await new Promise((resolve) => setTimeout(resolve, random() * ceilingMs));
}

interface Call {
  /** False once its caller has been told that nothing was done. */
  mayCommit: boolean;
  hasBegunToCommit: boolean;
}

export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';
  readonly code = 'DEADLINE_PASSED';
}

/**
 * Settles in time: rejects with `DeadlinePassed` if the work takes longer, and from then on it can't commit any more. Work that has begun to commit by then is
 * waited for instead, because nobody could tell its caller what came of it.
 */
export async function commitInTime<Result>(work: () => Promise<Result>, deadlineMs: number): Promise<Result> {
  const call: Call = { mayCommit: true, hasBegunToCommit: false };
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const pass = (): void => reject(new DeadlinePassed(`no answer within ${deadlineMs} ms`));
    timer = setTimeout(() => {
      call.mayCommit = call.hasBegunToCommit;
      if (call.hasBegunToCommit) timer = setTimeout(pass, OUTCOME_WITHIN_MS);
      else pass();
    }, deadlineMs);
  });
  try {
    return await Promise.race([calls.run(call, work), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** For whatever commits: throws if the call's deadline has passed, and otherwise has it wait for the outcome. */
function beginCommit(): void {
  const call = calls.getStore();
  if (call === undefined) return;
  requireTime();
  call.hasBegunToCommit = true;
}

/** `beginCommit` of the present caller, for whoever commits for several of them at a later time. */
export function beginCommitLater(): () => void {
  const asNow = AsyncLocalStorage.snapshot();
  return () => asNow(beginCommit);
}

/** Spares the database what could not be committed any more. */
export function requireTime(): void {
  if (calls.getStore()?.mayCommit === false) throw new DeadlinePassed('the call has been answered: nothing may be committed for it');
}

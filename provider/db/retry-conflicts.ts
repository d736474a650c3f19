import { sqlState } from './sql-state.ts';

export type RetryOptions = {
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

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const MAX_ATTEMPTS = 12;
const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 250;

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
export function isConflict(error: unknown): boolean {
  const state = sqlState(error);
  return state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED;
}

async function pauseAfter(attempt: number, random: () => number): Promise<void> {
  const ceilingMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
  await new Promise((resolve) => setTimeout(resolve, random() * ceilingMs));
}

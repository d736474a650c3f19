import { AsyncLocalStorage } from 'node:async_hooks';

interface Call {
  /** False once its caller has been told that nothing was done. */
  mayCommit: boolean;
  hasBegunToCommit: boolean;
}

const calls = new AsyncLocalStorage<Call>();

export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';
  readonly code = 'DEADLINE_PASSED';
}

/** As long as the server may take for a statement (`pool.ts`), and some. Only a connection that went silent in a commit takes longer. */
const OUTCOME_WITHIN_MS = 20_000;

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
export function beginCommit(): void {
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

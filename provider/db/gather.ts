import DataLoader from 'dataloader';
import type { Database } from './database.ts';
import { sqlState } from './sql-state.ts';

/** Beyond this many waiting callers, another round trip starts in parallel on another connection. */
const MOST_TOGETHER = 100;
/** SQLSTATEs of what one caller may have caused: data exceptions, broken constraints, and a row that somebody else has locked. */
const OF_ONE = /^(?:2[23]|55P03)/;

/**
 * For what writes: while these are being written, the next one is gathered, so that one COMMIT is shared by many. More at a time would wait for each other's
 * rows.
 */
export const WRITES_AT_A_TIME = 2;

export interface GatherOptions {
  /** At most this many round trips at a time: what comes meanwhile waits for one of them to end, and goes together. Unlimited by default. */
  atATime?: number;
}

/**
 * Combines what concurrent callers want into one database round trip, which costs more than most reads themselves, both in this process and in
 * the database. A round trip starts once all pending events have been handled, so a single caller doesn't wait. Nothing is cached.
 * `answerAll` returns one answer per caller, in order; an `Error` among them is thrown to that caller alone.
 */
export function gather<Asked, Answer>(
  answerAll: (database: Database, asked: readonly Asked[]) => Promise<readonly (Answer | Error)[]>,
  { atATime = Infinity }: GatherOptions = {},
): (database: Database, asked: Asked) => Promise<Answer> {
  const loaders = new WeakMap<Database, DataLoader<Asked, Answer>>();

  function loaderOf(database: Database): DataLoader<Asked, Answer> {
    const known = loaders.get(database);
    if (known !== undefined) return known;
    const waiting: (() => void)[] = [];
    let underWay = 0;
    const begin = (): void => {
      while (underWay < atATime) {
        const next = waiting.shift();
        if (next === undefined) return;
        underWay += 1;
        next();
      }
    };
    const loader = new DataLoader<Asked, Answer>(
      (asked) =>
        answerEach(database, asked).finally(() => {
          underWay -= 1;
          setImmediate(begin);
        }),
      {
        cache: false,
        maxBatchSize: MOST_TOGETHER,
        batchScheduleFn: (dispatch) => {
          waiting.push(dispatch);
          setImmediate(begin);
        },
      },
    );
    loaders.set(database, loader);
    return loader;
  }

  /** The database refuses a statement as a whole. If it refused several together, it's asked for each, so that one caller's mistake is nobody else's. */
  async function answerEach(database: Database, asked: readonly Asked[]): Promise<readonly (Answer | Error)[]> {
    try {
      return await answerAll(database, asked);
    } catch (error) {
      if (asked.length === 1 || !OF_ONE.test(sqlState(error) ?? '')) throw error;
      const settled = await Promise.allSettled(asked.map((each) => answerAll(database, [each])));
      return settled.flatMap((each) => (each.status === 'rejected' ? [toError(each.reason)] : each.value));
    }
  }

  return (database, asked) => loaderOf(database).load(asked);
}

export function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

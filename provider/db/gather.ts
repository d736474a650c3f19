import DataLoader from 'dataloader';
import type { Database } from './database.ts';

/** Beyond this many waiting callers, another round trip starts in parallel on another connection. */
const MOST_TOGETHER = 100;

/**
 * Combines concurrent reads into one database round trip, which costs more than most reads themselves, both in this process and in the
 * database. A round trip starts once all pending events have been handled, so a single caller doesn't wait. Nothing is cached.
 * `answerAll` returns one answer per caller, in order.
 */
export function gather<Asked, Answer>(
  answerAll: (database: Database, asked: readonly Asked[]) => Promise<readonly Answer[]>,
): (database: Database, asked: Asked) => Promise<Answer> {
  const loaders = new WeakMap<Database, DataLoader<Asked, Answer>>();

  function loaderOf(database: Database): DataLoader<Asked, Answer> {
    const known = loaders.get(database);
    if (known !== undefined) return known;
    const loader = new DataLoader<Asked, Answer>((asked) => answerAll(database, asked), {
      cache: false,
      maxBatchSize: MOST_TOGETHER,
      batchScheduleFn: (begin) => void setImmediate(begin),
    });
    loaders.set(database, loader);
    return loader;
  }

  return (database, asked) => loaderOf(database).load(asked);
}

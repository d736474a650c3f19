import DataLoader from 'dataloader';
import { type Database } from './database.ts';

/** Who comes when so many wait already is asked for beside them, over another connection. */
const MOST_TOGETHER = 100;

/**
 * Makes one round trip to the database of what many ask at the same moment: that costs more than most of what is done there, in this process and in the
 * database's. It begins when all that had arrived by then was looked at, so whoever asks alone waits for nobody; nothing is remembered. `answerAll` gives
 * an answer for each, in their order.
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

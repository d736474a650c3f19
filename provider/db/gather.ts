import { type Database } from './database.ts';

interface Asker<Asked, Answer> {
  asked: Asked;
  resolve: (answer: Answer) => void;
  reject: (reason: unknown) => void;
}

/** Who comes when so many wait already is asked for beside them, over another connection. */
const MOST_TOGETHER = 100;

/**
 * Makes one round trip to the database of what many ask at the same moment: that costs more than most of what is done there, in this process and in the
 * database's. It begins when all that had arrived by then was looked at, so whoever asks alone waits for nobody. `answerAll` gives an answer for each,
 * in their order.
 */
export function gather<Asked, Answer>(
  answerAll: (database: Database, asked: readonly Asked[]) => Promise<readonly Answer[]>,
): (database: Database, asked: Asked) => Promise<Answer> {
  const waiting = new WeakMap<Database, Asker<Asked, Answer>[]>();

  async function answer(database: Database, askers: readonly Asker<Asked, Answer>[]): Promise<void> {
    const answers = await answerAll(
      database,
      askers.map(({ asked }) => asked),
    );
    if (answers.length !== askers.length) throw new Error(`${askers.length} asked, ${answers.length} were answered`);
    answers.forEach((each, index) => askers[index]?.resolve(each));
  }

  function begin(database: Database): Asker<Asked, Answer>[] {
    const askers: Asker<Asked, Answer>[] = [];
    waiting.set(database, askers);
    setImmediate(() => {
      if (waiting.get(database) === askers) waiting.delete(database);
      answer(database, askers).catch((error: unknown) => askers.forEach(({ reject }) => reject(error)));
    });
    return askers;
  }

  return (database, asked) =>
    new Promise((resolve, reject) => {
      const known = waiting.get(database);
      const askers = known !== undefined && known.length < MOST_TOGETHER ? known : begin(database);
      askers.push({ asked, resolve, reject });
    });
}

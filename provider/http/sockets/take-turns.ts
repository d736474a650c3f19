/** Runs work for a client when it is that client's turn. */
export type TurnTaker = (client: string, work: () => void) => void;

/**
 * Begins at most one request of every client in each turn of the event loop. Without it, hundreds of requests that one client sends at once are begun in
 * one go, and everybody else waits until the last of them has been.
 */
export function createTurnTaker(nextTurn: (begin: () => void) => void = setImmediate): TurnTaker {
  const lines = new Map<string, (() => void)[]>();
  const beginOne = (client: string): void => {
    const line = lines.get(client) ?? [];
    const work = line.shift();
    if (line.length > 0) nextTurn(() => beginOne(client));
    else lines.delete(client);
    work?.();
  };
  return (client, work) => {
    const line = lines.get(client);
    if (line !== undefined) line.push(work);
    else {
      lines.set(client, [work]);
      nextTurn(() => beginOne(client));
    }
  };
}

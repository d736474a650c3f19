/** Runs work for a client at that client's turn. */
export type TurnTaker = (client: string, work: () => void) => void;

/**
 * Starts at most one request per client in each turn of the event loop. Otherwise hundreds of requests that one client sends at once would
 * start in one go, and everyone else would wait until the last of them has.
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

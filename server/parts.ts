import type { Log } from '../processes/child-process.ts';

/** The started parts, stopped in reverse order even if some fail. */
export interface Parts {
  add(name: string, stop: () => Promise<void> | void): void;
  /** Stops every part once; a second call waits for the first. */
  stop(): Promise<void>;
}

export function createParts(say: Log): Parts {
  const started: { name: string; stop: () => Promise<void> | void }[] = [];
  let stopping: Promise<void> | undefined;

  async function stopAll(): Promise<void> {
    for (let part = started.pop(); part !== undefined; part = started.pop()) {
      try {
        await part.stop();
      } catch (error) {
        say(`The ${part.name} did not stop cleanly: ${String(error)}`);
      }
    }
  }

  return {
    add: (name, stop) => started.push({ name, stop }),
    stop: () => (stopping ??= stopAll()),
  };
}

import type { PersistenceAdapter } from './persistence-adapter.ts';

const WRITE_TIMEOUT_MS = 5_000;

/**
 * Serialises an asynchronous adapter's operations, so that the last write wins and a load sees every earlier write. A write that isn't
 * confirmed within 5 s rejects.
 */
export function inTurn(adapter: PersistenceAdapter): PersistenceAdapter {
  let last: Promise<unknown> = Promise.resolve();
  const turn = <Result>(act: () => Result | Promise<Result>): Promise<Result> => {
    const done = last.then(act);
    last = done.catch(() => undefined);
    return done;
  };
  return {
    load: (keys) => turn(() => adapter.load(keys)),
    set: (key, value) => turn(() => inTime(adapter.set(key, value))),
    remove: (key) => turn(() => inTime(adapter.remove(key))),
    subscribe: (changed) => adapter.subscribe(changed),
  };
}

async function inTime(write: void | Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the write was not confirmed')), WRITE_TIMEOUT_MS);
  });
  try {
    await Promise.race([write, late]);
  } finally {
    clearTimeout(timer);
  }
}

import type { PersistedValues, PersistenceAdapter } from './persistent-engine.ts';

const DATABASE = 'jufi';
const STORE = 'state';

const WRITE_TIMEOUT_MS = 5_000;

/** Stores settings in browsers without localStorage. Only such browsers load this module. */
export function lateStorage(): PersistenceAdapter {
  return inTurn(indexedDbAdapter());
}

/**
 * Stores values in IndexedDB. A browser may throw, refuse, or never answer the request to open it (WebKit bug 226547); the engine's timeout
 * covers that. Tabs notify each other over a BroadcastChannel, since IndexedDB has no `storage` event.
 */
function indexedDbAdapter(host: Window & typeof globalThis = window): PersistenceAdapter {
  const news = 'BroadcastChannel' in host ? new host.BroadcastChannel('jufi:state') : undefined;
  let opening: Promise<IDBDatabase> | undefined;
  const within = async <Result>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result> => {
    opening ??= open(host).catch((error: unknown) => {
      // The next operation tries again.
      opening = undefined;
      throw error;
    });
    const transaction = (await opening).transaction(STORE, mode);
    const request = act(transaction.objectStore(STORE));
    await completed(transaction);
    return request.result;
  };
  const change = async (act: (store: IDBObjectStore) => IDBRequest): Promise<void> => {
    await within('readwrite', act);
    news?.postMessage('changed');
  };
  return {
    load: async (keys) => {
      const all = await Promise.all(keys.map((key) => within<unknown>('readonly', (store) => store.get(key))));
      return Object.fromEntries(
        keys.flatMap((key, index) => {
          const value = all[index];
          return typeof value === 'string' ? [[key, value]] : [];
        }),
      ) satisfies PersistedValues;
    },
    set: (key, value) => change((store) => store.put(value, key)),
    remove: (key) => change((store) => store.delete(key)),
    subscribe: (changed) => {
      news?.addEventListener('message', changed);
      return () => news?.removeEventListener('message', changed);
    },
  };
}

function open(host: Window): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>();
  const request = host.indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  request.onerror = () => reject(request.error ?? new Error('the database cannot be opened'));
  request.onblocked = () => reject(new Error('another tab holds the database'));
  request.onsuccess = () => {
    // Otherwise a tab with a later release couldn't upgrade the database while this one is open.
    request.result.onversionchange = () => request.result.close();
    resolve(request.result);
  };
  return promise;
}

/** A full disk fails the transaction, not the request. */
function completed(transaction: IDBTransaction): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  transaction.oncomplete = () => resolve(undefined);
  transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was given up'));
  transaction.onerror = () => reject(transaction.error ?? new Error('the transaction failed'));
  return promise;
}

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

import type { SafeStorage } from '../storage/safe-storage.ts';
import { pendingPrefix } from '../storage/storage-keys.ts';
import { storeAmount } from './store-amount.ts';

/** A confirmed, unsettled action as stored on the device: a retry must carry the same key and the same body. */
export interface PendingAction<Order, Body> {
  key: string;
  order: Order;
  body: Body;
  /** When it was confirmed, in ms since the epoch. */
  startedAtMs: number;
}

export interface PendingActions<Order, Body> {
  /** The unsettled action of this kind, or null. */
  find(): PendingAction<Order, Body> | null;
  /** Returns false if the device refused to store it; it must then not be sent. */
  keep(pending: PendingAction<Order, Body>): boolean;
  drop(key: string): void;
}

export interface PendingOptions<Order, Body> {
  storage: SafeStorage;
  memberId: string;
  /** The kind of action. */
  name: string;
  /** Null if it isn't an order of this kind. */
  readOrder: (stored: unknown) => Order | null;
  isBody: (value: unknown) => value is Body;
}

export function pendingActions<Order, Body>(options: PendingOptions<Order, Body>): PendingActions<Order, Body> {
  const { storage, memberId, name } = options;
  const place = `${pendingPrefix}${memberId}:${name}`;
  const find = (): PendingAction<Order, Body> | null => {
    const text = storage.get(place);
    const pending = text === null ? null : readPending(text, options);
    if (text !== null && pending === null) storage.remove(place);
    return pending;
  };
  return {
    find,
    keep: (pending) => storage.set(place, JSON.stringify(pending, storeAmount)),
    drop: (key) => {
      // Another tab may have started the next one.
      if (find()?.key === key) storage.remove(place);
    },
  };
}

function readPending<Order, Body>(
  text: string,
  { readOrder, isBody }: Pick<PendingOptions<Order, Body>, 'readOrder' | 'isBody'>,
): PendingAction<Order, Body> | null {
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null) return null;
    const { key, order: stored, body, startedAtMs } = { key: null, order: null, body: null, startedAtMs: null, ...kept };
    const order = readOrder(stored);
    const isWhole = typeof key === 'string' && typeof startedAtMs === 'number';
    return isWhole && order !== null && isBody(body) ? { key, order, body, startedAtMs } : null;
  } catch {
    return null;
  }
}

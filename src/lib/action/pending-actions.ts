import type { SafeStorage } from '../storage/safe-storage.ts';
import { pendingPrefix } from '../storage/storage-keys.ts';

/** An action that was confirmed and is not settled yet, as the device keeps it: a repetition must carry the same key and the same body. */
export interface PendingAction<Order, Body> {
  key: string;
  order: Order;
  body: Body;
  /** When it was confirmed, in ms since the epoch. */
  startedAtMs: number;
}

export interface PendingActions<Order, Body> {
  /** The one of this kind that is not settled; null when there is none. */
  find(): PendingAction<Order, Body> | null;
  /** false when the device refused to keep it: then it must not be sent. */
  keep(pending: PendingAction<Order, Body>): boolean;
  drop(key: string): void;
}

export interface PendingOptions<Order, Body> {
  storage: SafeStorage;
  memberId: string;
  /** The kind of action. */
  name: string;
  isOrder: (value: unknown) => value is Order;
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
    keep: (pending) => storage.set(place, JSON.stringify(pending)),
    drop: (key) => {
      // Another tab may have begun the next one meanwhile.
      if (find()?.key === key) storage.remove(place);
    },
  };
}

function readPending<Order, Body>(
  text: string,
  { isOrder, isBody }: Pick<PendingOptions<Order, Body>, 'isOrder' | 'isBody'>,
): PendingAction<Order, Body> | null {
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null) return null;
    const { key, order, body, startedAtMs } = { key: null, order: null, body: null, startedAtMs: null, ...kept };
    const isWhole = typeof key === 'string' && typeof startedAtMs === 'number';
    return isWhole && isOrder(order) && isBody(body) ? { key, order, body, startedAtMs } : null;
  } catch {
    return null;
  }
}

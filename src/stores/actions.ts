import { atom, onMount, type ReadableAtom } from 'nanostores';
import type { ActionState } from '../lib/action/action-state.ts';
import { type Action, createAction, type SendOptions } from '../lib/action/create-action.ts';
import { newKey } from '../lib/action/new-key.ts';
import { inOneTab } from '../lib/action/in-one-tab.ts';
import { type PendingActions, pendingActions } from '../lib/action/pending-actions.ts';
import { z } from '../lib/api/contract/zod.ts';
import { systemClock } from '../lib/clock.ts';
import { deviceStorage } from '../lib/storage/safe-storage.ts';
import { memberInId } from './member-in-id.ts';
import { revalidateKeys } from './server-state.ts';
import { $isSignedIn, $user } from './session.ts';

export interface ActionDefinition<Order, Body, Data> {
  /** Names the kind on the device, so it never changes: `transfer`, `stake`. Of one kind one action is in flight at a time. */
  name: string;
  /** What the screen shows again after a reload. Amounts are decimal strings. */
  order: z.ZodMiniType<Order>;
  /** The contract's: `stakingPurchase.body`. */
  body: z.ZodMiniType<unknown, Body>;
  /** What is sent for an order. Asynchronous where the wallet signs first; throws WalletError, or what the client throws. */
  compose: (order: Order) => Body | Promise<Body>;
  /** `(body, options) => callApi(stakingPurchase, body, options)` */
  send: (body: Body, options: SendOptions) => Promise<Data>;
  /** The queries whose answers it makes stale, by their keys. */
  isStale: (queryKey: string) => boolean;
}

export interface MemberAction<Order, Data> extends Omit<Action<Order>, 'suspend' | 'resume'> {
  /** Looked at by an island, it takes up what a reload, another tab or a lost answer left open. */
  $state: ReadableAtom<ActionState<Order, Data>>;
}

/**
 * One kind of action that moves value, made once a module in the area's store:
 *
 *     export const stakeAction = defineAction({ name: 'stake', order: stakeOrder, body: stakingPurchase.body, compose, send, isStale });
 *
 * The form calls `review(order)`, the ReviewSheet `confirm()` and `change()`, ActionFollow shows the rest. The key is kept on the device before
 * anything is sent; an answer that was lost is asked for with the same key until it comes.
 */
export function defineAction<Order, Body, Data>(definition: ActionDefinition<Order, Body, Data>): MemberAction<Order, Data> {
  const $state = atom<ActionState<Order, Data>>({ step: 'idle' });
  const { suspend, resume, ...action } = createAction<Order, Body, Data>({
    clock: systemClock,
    newKey,
    pending: () => pendingOf(definition),
    compose: definition.compose,
    send: definition.send,
    isOnline: () => navigator.onLine,
    pause: pauseUntilOnline,
    exclusively: (act) => inOneTab(`jufi:${definition.name}`, act),
    onChange: (state) => $state.set(state),
    onSettled: () => revalidateKeys(definition.isStale),
  });
  onMount($state, () => {
    let memberId = memberInId();
    resume();
    const follow = (): void => {
      const id = memberInId();
      if (id === memberId) return;
      memberId = id;
      suspend();
      resume();
    };
    const stops = [$user.listen(follow), $isSignedIn.listen(follow)];
    return () => stops.forEach((stop) => stop());
  });
  return { ...action, $state };
}

function pendingOf<Order, Body>({
  name,
  order,
  body,
}: Pick<ActionDefinition<Order, Body, unknown>, 'name' | 'order' | 'body'>): PendingActions<Order, Body> | null {
  const memberId = memberInId();
  return memberId === null
    ? null
    : pendingActions<Order, Body>({
        storage: deviceStorage,
        memberId,
        name,
        isOrder: (value): value is Order => z.safeParse(order, value).success,
        isBody: (value): value is Body => z.safeParse(body, value).success,
      });
}

function pauseUntilOnline(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, delayMs);
    addEventListener('online', end);
  });
}

import { atom, onMount, type ReadableAtom } from 'nanostores';
import type { ActionState } from '../lib/action/action-state.ts';
import { pendingAction, type SendOptions } from '../lib/action/action-context.ts';
import { type Action, createAction, inOneTab, newKey } from '../lib/action/create-action.ts';
import type { z } from '../lib/api/contract/zod.ts';
import { systemClock } from '../lib/clock.ts';
import { $memberId, keptForMember } from './member.ts';
import { revalidateKeys } from './server-state.ts';

export interface ActionDefinition<Order, Body, Data> {
  /** Identifies the kind in storage, so it must never change: `transfer`, `stake`. Only one action of a kind is in flight at a time. */
  name: string;
  /** Reads from the device what the screen shows again after a reload. */
  order: z.ZodMiniType<Order>;
  /** The contract's body, such as `stakingPurchase.body`. */
  body: z.ZodMiniType<unknown, Body>;
  /** Builds the body for an order. Asynchronous if the wallet signs first. Throws WalletError, or the client's errors. */
  compose: (order: Order) => Body | Promise<Body>;
  /** `(body, options) => callApi(stakingPurchase, body, options)` */
  send: (body: Body, options: SendOptions) => Promise<Data>;
  /** Selects, by key, the queries whose data it makes stale. */
  isStale: (queryKey: string) => boolean;
}

export interface MemberAction<Order, Data> extends Omit<Action<Order>, 'suspend' | 'resume'> {
  /** Once an island subscribes, it resumes what a reload, another tab or a lost response left open. */
  $state: ReadableAtom<ActionState<Order, Data>>;
}

/**
 * Defines one kind of action that moves value, once per module in the area's store:
 *
 * export const stakeAction = defineAction({ name: 'stake', order: stakeOrder, body: stakingPurchase.body, compose, send, isStale });
 *
 * The form calls `review(order)`, the ReviewSheet `confirm()` and `change()`, ActionFollow shows the rest. The key is stored on the device
 * before anything is sent; a request whose response was lost is repeated with the same key until a response arrives.
 */
export function defineAction<Order, Body, Data>(definition: ActionDefinition<Order, Body, Data>): MemberAction<Order, Data> {
  const form = pendingAction(definition.order, definition.body);
  const $state = atom<ActionState<Order, Data>>({ step: 'idle' });
  const { suspend, resume, ...action } = createAction<Order, Body, Data>({
    clock: systemClock,
    newKey,
    pending: () => keptForMember('pending', form, definition.name),
    compose: definition.compose,
    send: definition.send,
    isOnline: () => navigator.onLine,
    pause: pauseUntilOnline,
    exclusively: (act) => inOneTab(`jufi:${definition.name}`, act),
    onChange: (state) => $state.set(state),
    onSettled: () => revalidateKeys(definition.isStale),
  });
  onMount($state, () => {
    resume();
    return $memberId.listen(() => {
      suspend();
      resume();
    });
  });
  return { ...action, $state };
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

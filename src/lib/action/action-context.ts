import type { Attention } from '../api/client.ts';
import { z } from '../api/contract/zod.ts';
import type { Clock } from '../clock.ts';
import { type Form, json, type Kept } from '../storage/kept.ts';
import type { ActionEvent, ActionState } from './action-state.ts';

export interface SendOptions {
  idempotencyKey: string;
  /** `full` for the request right after the member's click; retries run in the background. */
  attention: Attention;
  /** No earlier request may have been carried out. */
  isFirstTry: boolean;
}

export interface ActionPorts<Order, Body, Data> {
  clock: Clock;
  newKey: () => string;
  /** The signed-in member's unsettled action of this kind on this device; null while nobody is signed in. */
  pending: () => Kept<PendingAction<Order, Body>> | null;
  /**
   * Builds the request body. Returns a promise if the wallet has to sign first. Throws WalletError, TermsChanged, or the client's errors.
   */
  compose: (order: Order) => Body | Promise<Body>;
  send: (body: Body, options: SendOptions) => Promise<Data>;
  isOnline: () => boolean;
  /** Waits before the next retry; returns early when the device comes back online. */
  pause: (delayMs: number) => Promise<void>;
  /** Runs `act` in one tab at a time. */
  exclusively: <Result>(act: () => Result) => Promise<Result>;
  onChange: (state: ActionState<Order, Data>) => void;
  /** Called when value may have moved. */
  onSettled: () => void;
}

/** Shared by the parts of one action. */
export interface ActionContext<Order, Body, Data> {
  ports: ActionPorts<Order, Body, Data>;
  state: () => ActionState<Order, Data>;
  change: (event: ActionEvent<Order, Data>) => void;
  /** Returns a function that says whether the member has changed or abandoned the action since, so that earlier work no longer has any effect. */
  watch: () => () => boolean;
}

/** A confirmed, unsettled action as stored on the device: a retry must carry the same key and the same body. */
export interface PendingAction<Order, Body> {
  key: string;
  order: Order;
  body: Body;
  /** When it was confirmed, in ms since the epoch. */
  startedAtMs: number;
}

/** Its form: `order` reads what the screen shows again, `body` tells whether a body can be sent. */
export function pendingAction<Order, Body>(
  order: z.ZodMiniType<Order>,
  body: z.ZodMiniType<unknown, Body>,
): Form<PendingAction<Order, Body>> {
  const sent = z.custom<Body>((value) => z.safeParse(body, value).success);
  return json(z.object({ key: z.string(), order, body: sent, startedAtMs: z.number() }));
}

/** Another tab may have started the next one, which stays. */
export function dropPending<Order, Body>(pending: Kept<PendingAction<Order, Body>> | null, key: string): void {
  if (pending?.get()?.key === key) pending.set(null);
}

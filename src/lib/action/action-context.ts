import type { Attention } from '../api/client.ts';
import type { Clock } from '../clock.ts';
import type { ActionState } from './action-state.ts';
import type { Kept } from '../storage/kept.ts';
import type { PendingAction } from './pending-actions.ts';
import type { ActionEvent } from './reduce-action.ts';

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

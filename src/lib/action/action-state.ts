import type { ApiError } from '../api/api-error.ts';
import type { WalletErrorCode } from '../chain/wallets/wallet-error.ts';

/** State of an action that moves value. `order` is what the member filled in and confirmed; it survives a reload. */
export type ActionState<Order, Data> =
  | { step: 'idle' }
  | { step: 'reviewing'; order: Order; problem: ActionProblem | null }
  | { step: 'signing'; order: Order }
  | { step: 'sending'; order: Order }
  | UnsureState<Order>
  | { step: 'done'; order: Order; data: Data; isEarlier: boolean }
  | { step: 'refused'; order: Order; refusal: ActionRefusal; isEarlier: boolean };

/** It was sent and no response came: it may or may not have been carried out. */
export interface UnsureState<Order> {
  step: 'unsure';
  order: Order;
  /** The Idempotency-Key used for every retry. */
  key: string;
  /**
   * `answer`: being retried. `session`: will be retried once the member is back. `person`: too old to be carried out without the member's
   * consent. `history`: the provider has forgotten the key, so only the list of transactions can tell.
   */
  waitsFor: 'answer' | 'session' | 'person' | 'history';
  /** An earlier, unsettled action was found instead of sending the one just confirmed. */
  isEarlier: boolean;
}

/** Why nothing was sent. Nothing was taken, and the same order can be confirmed again. */
export type ActionProblem =
  | { kind: 'unreachable' }
  /** The device stores nothing, so a lost response couldn't be recovered. */
  | { kind: 'storage' }
  | { kind: 'changed' }
  /** The provider wants the wallet's signature for it; the next confirmation asks for that. */
  | { kind: 'unsigned' }
  | { kind: 'wallet'; code: WalletErrorCode }
  | { kind: 'failed'; message: string };

/** The provider's statement that it was not carried out. */
export type ActionRefusal = Pick<ApiError, 'code' | 'message' | 'detail' | 'requestId' | 'retryAfterSeconds'>;

/** From confirmation until settled; no other action of the kind may start. */
export function isInFlight({ step }: { step: ActionState<unknown, unknown>['step'] }): boolean {
  return step === 'signing' || step === 'sending' || step === 'unsure';
}

/** Thrown by `compose` when the terms changed before anything was sent: the member has to review again. */
export class TermsChanged extends Error {
  override readonly name = 'TermsChanged';
}

export type ActionEvent<Order, Data> =
  | { type: 'REVIEW'; order: Order }
  | { type: 'CHANGE' }
  | { type: 'SIGN' }
  | { type: 'NOT_SENT'; problem: ActionProblem }
  | { type: 'SEND' }
  | ({ type: 'UNSURE' } & Omit<UnsureState<Order>, 'step'>)
  | { type: 'DONE'; data: Data }
  | { type: 'REFUSED'; refusal: ActionRefusal }
  | { type: 'DISMISS' };

/** Returns the next state, or the same one if the event doesn't apply, such as a second click. */
export function reduceAction<Order, Data>(state: ActionState<Order, Data>, event: ActionEvent<Order, Data>): ActionState<Order, Data> {
  switch (event.type) {
    case 'REVIEW':
      return isSettled(state) ? { step: 'reviewing', order: event.order, problem: null } : state;
    case 'CHANGE':
      return isSettled(state) && state.step !== 'idle' ? { step: 'idle' } : state;
    case 'SIGN':
      return state.step === 'reviewing' ? { step: 'signing', order: state.order } : state;
    case 'NOT_SENT':
      return state.step === 'reviewing' || state.step === 'signing' || isSent(state)
        ? { step: 'reviewing', order: state.order, problem: event.problem }
        : state;
    case 'SEND':
      return state.step === 'reviewing' || state.step === 'signing' ? { step: 'sending', order: state.order } : state;
    case 'UNSURE': {
      const { key, order, waitsFor, isEarlier } = event;
      return { step: 'unsure', key, order, waitsFor, isEarlier };
    }
    case 'DONE':
      return isSent(state) ? { step: 'done', order: state.order, data: event.data, isEarlier: wasEarlier(state) } : state;
    case 'REFUSED':
      return isSent(state) ? { step: 'refused', order: state.order, refusal: event.refusal, isEarlier: wasEarlier(state) } : state;
    case 'DISMISS':
      return state.step === 'idle' ? state : { step: 'idle' };
  }
}

function isSettled({ step }: ActionState<unknown, unknown>): boolean {
  return step === 'idle' || step === 'reviewing' || step === 'done' || step === 'refused';
}

function isSent<Order, Data>(state: ActionState<Order, Data>): state is Extract<typeof state, { step: 'sending' | 'unsure' }> {
  return state.step === 'sending' || state.step === 'unsure';
}

function wasEarlier(state: ActionState<unknown, unknown>): boolean {
  return state.step === 'unsure' && state.isEarlier;
}

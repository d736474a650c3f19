import type { ApiError } from '../api/api-error.ts';
import type { WalletErrorCode } from '../chain/wallets/wallet-error.ts';

/** Where an action that moves value stands. `order` is what the person filled in and confirmed; it survives a reload. */
export type ActionState<Order, Data> =
  | { step: 'idle' }
  | { step: 'reviewing'; order: Order; problem: ActionProblem | null }
  | { step: 'signing'; order: Order }
  | { step: 'sending'; order: Order }
  | UnsureState<Order>
  | { step: 'done'; order: Order; data: Data; isEarlier: boolean }
  | { step: 'refused'; order: Order; refusal: ActionRefusal; isEarlier: boolean };

/** It was sent and no answer came: it may or may not have been carried out. */
export interface UnsureState<Order> {
  step: 'unsure';
  order: Order;
  /** The Idempotency-Key it is asked with, again and again. */
  key: string;
  /**
   * `answer`: it is being asked again. `session`: it is asked when the member is back. `person`: it is too old to be carried out without being told
   * so. `history`: the provider has forgotten the key, so that only the list of transactions can tell.
   */
  waitsFor: 'answer' | 'session' | 'person' | 'history';
  /** Found instead of what the person confirmed just now, which was not sent. */
  isEarlier: boolean;
}

/** Why nothing was sent. Nothing was taken, and the same can be confirmed again. */
export type ActionProblem =
  | { kind: 'unreachable' }
  /** The device keeps nothing, so that a lost answer could not be asked for again. */
  | { kind: 'storage' }
  | { kind: 'changed' }
  | { kind: 'wallet'; code: WalletErrorCode }
  | { kind: 'failed'; message: string };

/** The provider's word that it was not carried out. */
export type ActionRefusal = Pick<ApiError, 'code' | 'message' | 'detail' | 'requestId' | 'retryAfterSeconds'>;

/** From the confirmation until it is settled: nothing else of the kind may begin. */
export function isInFlight({ step }: { step: ActionState<unknown, unknown>['step'] }): boolean {
  return step === 'signing' || step === 'sending' || step === 'unsure';
}

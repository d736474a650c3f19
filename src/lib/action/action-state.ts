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

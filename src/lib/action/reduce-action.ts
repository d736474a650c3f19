import type { ActionProblem, ActionRefusal, ActionState, UnsureState } from './action-state.ts';

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

import type { ActionContext, ActionPorts } from './action-context.ts';
import { type ActionState, isInFlight } from './action-state.ts';
import { confirmAction } from './confirm-action.ts';
import { deliverAction, resumeAction } from './deliver-action.ts';
import { dropPending } from './pending-actions.ts';
import { reduceAction } from './reduce-action.ts';

export interface Action<Order> {
  /** Shows the order, or a changed one, for confirmation. */
  review: (order: Order) => void;
  /** Returns to the form. */
  change: () => void;
  /** Confirms once; further calls do nothing. */
  confirm: () => Promise<void>;
  /** Resumes what a reload or another tab left open. */
  resume: () => void;
  /** The member agrees to a retry, although it may be carried out only now. */
  retry: () => void;
  /** The member has seen the outcome, or abandons an open action. */
  dismiss: () => void;
  /** The member signed out: stops retrying and showing, but forgets nothing. */
  suspend: () => void;
}

/** Runs one kind of action: at most one is in flight, and whatever gets lost, it's carried out once or not at all. */
export function createAction<Order, Body, Data>(ports: ActionPorts<Order, Body, Data>): Action<Order> {
  let state: ActionState<Order, Data> = { step: 'idle' };
  /** Replaced when the member changes or abandons the action. */
  let run = {};

  const change: ActionContext<Order, Body, Data>['change'] = (event) => {
    const next = reduceAction(state, event);
    if (next === state) return;
    state = next;
    ports.onChange(state);
  };
  const context: ActionContext<Order, Body, Data> = {
    ports,
    state: () => state,
    change,
    watch: () => {
      const watched = run;
      return () => watched !== run;
    },
  };

  return {
    review: (order) => change({ type: 'REVIEW', order }),
    change: () => change({ type: 'CHANGE' }),
    confirm: () => confirmAction(context),
    resume: () => {
      const pending = isInFlight(state) ? null : ports.pending()?.get();
      if (pending) resumeAction(context, pending, false);
    },
    retry: () => {
      const pending = ports.pending()?.get();
      if (state.step !== 'unsure' || state.waitsFor !== 'person' || pending?.key !== state.key) return;
      change({ ...state, type: 'UNSURE', waitsFor: 'answer' });
      void deliverAction(context, pending, { isEarlier: state.isEarlier, attention: 'full' });
    },
    dismiss: () => {
      if (state.step === 'sending' || state.step === 'signing') return;
      // Can't be abandoned while it's being retried: the member might repeat a payment by hand.
      if (state.step === 'unsure' && (state.waitsFor === 'answer' || state.waitsFor === 'session')) return;
      if (state.step === 'unsure') dropPending(ports.pending(), state.key);
      run = {};
      change({ type: 'DISMISS' });
    },
    suspend: () => {
      run = {};
      change({ type: 'DISMISS' });
    },
  };
}

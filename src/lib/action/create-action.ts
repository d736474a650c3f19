import { ApiError, NetworkError } from '../api/api-error.ts';
import { WalletError } from '../chain/wallets/wallet-error.ts';
import { type ActionContext, type ActionPorts, dropPending, type PendingAction } from './action-context.ts';
import { type ActionProblem, type ActionState, isInFlight, reduceAction, TermsChanged } from './action-state.ts';
import { deliverAction, resumeAction } from './deliver-action.ts';

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

/** Runs `act` in one tab at a time. Web Locks don't exist on pages without TLS; there, only the stored keys keep two tabs apart. */
export async function inOneTab<Result>(name: string, act: () => Result): Promise<Awaited<Result>> {
  return 'locks' in navigator ? await navigator.locks.request(name, act) : await act();
}

/** A random UUID (RFC 9562, version 4). Not `crypto.randomUUID`, which doesn't exist on pages without TLS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Composes, stores and sends what is being reviewed, once. */
async function confirmAction<Order, Body, Data>(context: ActionContext<Order, Body, Data>): Promise<void> {
  const { ports, change, watch } = context;
  const state = context.state();
  if (state.step !== 'reviewing') return;
  const { order } = state;
  const isOver = watch();
  if (!ports.isOnline()) {
    change({ type: 'NOT_SENT', problem: { kind: 'unreachable' } });
    return;
  }
  let body: Body;
  try {
    const composed = ports.compose(order);
    // At once, so that a second click finds nothing to confirm.
    change({ type: composed instanceof Promise ? 'SIGN' : 'SEND' });
    body = await composed;
  } catch (error) {
    if (!isOver()) change({ type: 'NOT_SENT', problem: problemOf(error) });
    return;
  }
  if (isOver()) return;
  const begun = await ports.exclusively(() => (isOver() ? null : begin(context, order, body)));
  if (isOver()) return;
  if (begun === null) {
    change({ type: 'NOT_SENT', problem: { kind: 'storage' } });
    return;
  }
  if (begun.isEarlier) {
    resumeAction(context, begun.pending, true);
    return;
  }
  change({ type: 'SEND' });
  await deliverAction(context, begun.pending, { isFirstTry: true, attention: 'full' });
}

/** Stores the key before anything is sent. If another tab has an action of this kind in flight, continues that one instead. */
function begin<Order, Body, Data>(
  { ports }: ActionContext<Order, Body, Data>,
  order: Order,
  body: Body,
): { pending: PendingAction<Order, Body>; isEarlier: boolean } | null {
  const kept = ports.pending();
  const earlier = kept?.get();
  if (earlier) return { pending: earlier, isEarlier: true };
  const pending = { key: ports.newKey(), order, body, startedAtMs: ports.clock().getTime() };
  return kept?.set(pending) === true ? { pending, isEarlier: false } : null;
}

function problemOf(error: unknown): ActionProblem {
  if (error instanceof TermsChanged) return { kind: 'changed' };
  if (error instanceof WalletError) return { kind: 'wallet', code: error.code };
  if (error instanceof NetworkError) return { kind: 'unreachable' };
  if (error instanceof ApiError) return { kind: 'failed', message: error.message };
  throw error;
}

import { ApiError, NetworkError } from '../api/api-error.ts';
import type { Attention } from '../api/client.ts';
import { WalletError } from '../chain/wallets/wallet-error.ts';
import type { Clock } from '../clock.ts';
import { type ActionProblem, type ActionState, isInFlight, type UnsureState } from './action-state.ts';
import { judgeFailure } from './judge-failure.ts';
import type { PendingAction, PendingActions } from './pending-actions.ts';
import { type ActionEvent, reduceAction } from './reduce-action.ts';
import { TermsChanged } from './terms-changed.ts';

export interface SendOptions {
  idempotencyKey: string;
  /** `full` for the request right after the member's click; retries run in the background. */
  attention: Attention;
}

export interface ActionPorts<Order, Body, Data> {
  clock: Clock;
  newKey: () => string;
  /** The signed-in member's pending actions on this device; null while nobody is signed in. */
  pending: () => PendingActions<Order, Body> | null;
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

export interface Action<Order> {
  /** Shows the order, or a changed one, for confirmation. */
  review: (order: Order) => void;
  /** Returns to the form. */
  change: () => void;
  /** Confirms once; further calls do nothing. `kept` is called when the key has been stored, before anything is sent. */
  confirm: (kept?: () => void) => Promise<void>;
  /** Resumes what a reload or another tab left open. */
  resume: () => void;
  /** The member agrees to a retry, although it may be carried out only now. */
  retry: () => void;
  /** The member has seen the outcome, or abandons an open action. */
  dismiss: () => void;
  /** The member signed out: stops retrying and showing, but forgets nothing. */
  suspend: () => void;
}

interface Asking {
  isFirstTry?: boolean;
  isEarlier?: boolean;
  /** For the first request only; retries aren't caused by a click. */
  attention?: Attention;
}

/** Older actions aren't retried without consent: the facts they were decided on may have changed. */
export const ASKED_UNASKED_MS = 10 * 60_000;
/** The provider remembers a key for 24 hours; after that, a retry with it would execute the action a second time. */
export const KEY_LIFE_MS = 23 * 60 * 60_000;
const LONGEST_PAUSE_MS = 30_000;

/** Runs one kind of action: at most one is in flight, and whatever gets lost, it's carried out once or not at all. */
export function createAction<Order, Body, Data>(ports: ActionPorts<Order, Body, Data>): Action<Order> {
  type Pending = PendingAction<Order, Body>;
  let state: ActionState<Order, Data> = { step: 'idle' };
  /** Replaced when the member changes or abandons the action, so that earlier work no longer has any effect. */
  let run = {};

  const change = (event: ActionEvent<Order, Data>): void => {
    const next = reduceAction(state, event);
    if (next === state) return;
    state = next;
    ports.onChange(state);
  };

  const deliver = async (pending: Pending, { isFirstTry = false, isEarlier = false, attention = 'none' }: Asking): Promise<void> => {
    const asked = run;
    const { key, order } = pending;
    const unsure = (waitsFor: UnsureState<Order>['waitsFor']): void => change({ type: 'UNSURE', key, order, waitsFor, isEarlier });
    let askedAtMs = ports.clock().getTime();
    for (let tries = 1; asked === run; tries += 1) {
      // The device may have slept since.
      if (ageMs(pending.startedAtMs, ports.clock) > KEY_LIFE_MS) {
        unsure('history');
        return;
      }
      if (ageMs(askedAtMs, ports.clock) > ASKED_UNASKED_MS) {
        unsure('person');
        return;
      }
      askedAtMs = ports.clock().getTime();
      const kept = ports.pending();
      const event = await attempt(pending, isFirstTry && tries === 1, tries === 1 ? attention : 'none');
      // Even if the refusal ended the session: otherwise it would be carried out, without consent, when the member is back.
      if (event.type === 'REFUSED') kept?.drop(key);
      if (asked !== run) return;
      if (event.type !== 'UNSURE') {
        kept?.drop(key);
        change(event);
        ports.onSettled();
        return;
      }
      unsure(event.waitsFor);
      if (event.waitsFor === 'session') return;
      await ports.pause(Math.max(event.pauseMs, Math.min(1000 * 2 ** (tries - 1), LONGEST_PAUSE_MS)));
    }
  };

  type Settled = Extract<ActionEvent<Order, Data>, { type: 'DONE' | 'REFUSED' }>;
  const attempt = async (
    { key, body }: Pending,
    isFirstTry: boolean,
    attention: Attention,
  ): Promise<Settled | { type: 'UNSURE'; waitsFor: 'answer' | 'session'; pauseMs: number }> => {
    try {
      return { type: 'DONE', data: await ports.send(body, { idempotencyKey: key, attention }) };
    } catch (error) {
      const verdict = judgeFailure(error, isFirstTry);
      if (verdict.kind === 'refused') return { type: 'REFUSED', refusal: verdict.refusal };
      if (verdict.kind === 'session') return { type: 'UNSURE', waitsFor: 'session', pauseMs: 0 };
      return { type: 'UNSURE', waitsFor: 'answer', pauseMs: (verdict.retryAfterSeconds ?? 0) * 1000 };
    }
  };

  const resume = (pending: Pending, isEarlier: boolean): void => {
    const { key, order, startedAtMs } = pending;
    const age = ageMs(startedAtMs, ports.clock);
    const waitsFor = age > KEY_LIFE_MS ? 'history' : age > ASKED_UNASKED_MS ? 'person' : 'answer';
    change({ type: 'UNSURE', key, order, waitsFor, isEarlier });
    if (waitsFor === 'answer') void deliver(pending, { isEarlier });
  };

  /** Stores the key before anything is sent. If another tab has an action of this kind in flight, continues that one instead. */
  const begin = (order: Order, body: Body): { pending: Pending; isEarlier: boolean } | null => {
    const kept = ports.pending();
    const earlier = kept?.find();
    if (earlier) return { pending: earlier, isEarlier: true };
    const pending = { key: ports.newKey(), order, body, startedAtMs: ports.clock().getTime() };
    return kept?.keep(pending) === true ? { pending, isEarlier: false } : null;
  };

  const confirm = async (kept?: () => void): Promise<void> => {
    if (state.step !== 'reviewing') return;
    const { order } = state;
    const confirmed = run;
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
      if (confirmed === run) change({ type: 'NOT_SENT', problem: problemOf(error) });
      return;
    }
    if (confirmed !== run) return;
    const begun = await ports.exclusively(() => (confirmed === run ? begin(order, body) : null));
    if (confirmed !== run) return;
    if (begun === null) {
      change({ type: 'NOT_SENT', problem: { kind: 'storage' } });
      return;
    }
    if (begun.isEarlier) {
      resume(begun.pending, true);
      return;
    }
    kept?.();
    change({ type: 'SEND' });
    await deliver(begun.pending, { isFirstTry: true, attention: 'full' });
  };

  return {
    review: (order) => change({ type: 'REVIEW', order }),
    change: () => change({ type: 'CHANGE' }),
    confirm,
    resume: () => {
      const pending = isInFlight(state) ? null : ports.pending()?.find();
      if (pending) resume(pending, false);
    },
    retry: () => {
      const pending = ports.pending()?.find();
      if (state.step !== 'unsure' || state.waitsFor !== 'person' || pending?.key !== state.key) return;
      change({ ...state, type: 'UNSURE', waitsFor: 'answer' });
      void deliver(pending, { isEarlier: state.isEarlier, attention: 'full' });
    },
    dismiss: () => {
      if (state.step === 'sending' || state.step === 'signing') return;
      // Can't be abandoned while it's being retried: the member might repeat a payment by hand.
      if (state.step === 'unsure' && (state.waitsFor === 'answer' || state.waitsFor === 'session')) return;
      if (state.step === 'unsure') ports.pending()?.drop(state.key);
      run = {};
      change({ type: 'DISMISS' });
    },
    suspend: () => {
      run = {};
      change({ type: 'DISMISS' });
    },
  };
}

/** Setting back the device's clock makes an old key look young, so a start in the future counts as too old. */
function ageMs(startedAtMs: number, clock: Clock): number {
  const age = clock().getTime() - startedAtMs;
  return age < -60_000 ? Number.POSITIVE_INFINITY : age;
}

function problemOf(error: unknown): ActionProblem {
  if (error instanceof TermsChanged) return { kind: 'changed' };
  if (error instanceof WalletError) return { kind: 'wallet', code: error.code };
  if (error instanceof NetworkError) return { kind: 'unreachable' };
  if (error instanceof ApiError) return { kind: 'failed', message: error.message };
  throw error;
}

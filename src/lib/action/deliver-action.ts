import { ApiError } from '../api/api-error.ts';
import type { Attention } from '../api/client.ts';
import { isSessionError } from '../api/contract/error-codes.ts';
import type { Clock } from '../clock.ts';
import { type ActionContext, dropPending, type PendingAction } from './action-context.ts';
import type { ActionEvent, ActionRefusal, UnsureState } from './action-state.ts';

export interface Delivery {
  isFirstTry?: boolean;
  isEarlier?: boolean;
  /** For the first request only; retries aren't caused by a click. */
  attention?: Attention;
}

const LONGEST_PAUSE_MS = 30_000;

/** Older actions aren't retried without consent: the facts they were decided on may have changed. */
export const RETRY_WITHOUT_CONSENT_MS = 10 * 60_000;
/** The provider remembers a key for 24 hours; after that, a retry with it would execute the action a second time. */
export const KEY_LIFE_MS = 23 * 60 * 60_000;

/** Sends an action until it's known what became of it. */
export async function deliverAction<Order, Body, Data>(
  context: ActionContext<Order, Body, Data>,
  pending: PendingAction<Order, Body>,
  { isFirstTry = false, isEarlier = false, attention = 'none' }: Delivery,
): Promise<void> {
  const { ports, change, watch } = context;
  const isOver = watch();
  const { key, order } = pending;
  const unsure = (waitsFor: UnsureState<Order>['waitsFor']): void => change({ type: 'UNSURE', key, order, waitsFor, isEarlier });
  let askedAtMs = ports.clock().getTime();
  for (let tries = 1; !isOver(); tries += 1) {
    // The device may have slept since.
    if (ageMs(pending.startedAtMs, ports.clock) > KEY_LIFE_MS) {
      unsure('history');
      return;
    }
    if (ageMs(askedAtMs, ports.clock) > RETRY_WITHOUT_CONSENT_MS) {
      unsure('person');
      return;
    }
    askedAtMs = ports.clock().getTime();
    const kept = ports.pending();
    const event = await sendOnce(context, pending, isFirstTry && tries === 1, tries === 1 ? attention : 'none');
    // Even if the refusal ended the session: otherwise it would be carried out, without consent, when the member is back.
    if (event.type === 'REFUSED') dropPending(kept, key);
    if (isOver()) return;
    if (event.type !== 'UNSURE') {
      dropPending(kept, key);
      // Not an end: the same order can be confirmed again, with the wallet.
      const isUnsigned = event.type === 'REFUSED' && event.refusal.code === 'INTENT_REQUIRED';
      change(isUnsigned ? { type: 'NOT_SENT', problem: { kind: 'unsigned' } } : event);
      ports.onSettled();
      return;
    }
    unsure(event.waitsFor);
    if (event.waitsFor === 'session') return;
    await ports.pause(Math.max(event.pauseMs, Math.min(1000 * 2 ** (tries - 1), LONGEST_PAUSE_MS)));
  }
}

type Attempted<Order, Data> =
  | Extract<ActionEvent<Order, Data>, { type: 'DONE' | 'REFUSED' }>
  | { type: 'UNSURE'; waitsFor: 'answer' | 'session'; pauseMs: number };

async function sendOnce<Order, Body, Data>(
  { ports }: ActionContext<Order, Body, Data>,
  { key, body }: PendingAction<Order, Body>,
  isFirstTry: boolean,
  attention: Attention,
): Promise<Attempted<Order, Data>> {
  try {
    return { type: 'DONE', data: await ports.send(body, { idempotencyKey: key, attention, isFirstTry }) };
  } catch (error) {
    const verdict = judgeFailure(error, isFirstTry);
    if (verdict.kind === 'refused') return { type: 'REFUSED', refusal: verdict.refusal };
    if (verdict.kind === 'session') return { type: 'UNSURE', waitsFor: 'session', pauseMs: 0 };
    return { type: 'UNSURE', waitsFor: 'answer', pauseMs: (verdict.retryAfterSeconds ?? 0) * 1000 };
  }
}

/** Continues an action that a reload or another tab left open, or says what has to happen first. */
export function resumeAction<Order, Body, Data>(
  context: ActionContext<Order, Body, Data>,
  pending: PendingAction<Order, Body>,
  isEarlier: boolean,
): void {
  const { key, order, startedAtMs } = pending;
  const age = ageMs(startedAtMs, context.ports.clock);
  const waitsFor = age > KEY_LIFE_MS ? 'history' : age > RETRY_WITHOUT_CONSENT_MS ? 'person' : 'answer';
  context.change({ type: 'UNSURE', key, order, waitsFor, isEarlier });
  if (waitsFor === 'answer') void deliverAction(context, pending, { isEarlier });
}

type Verdict =
  /** No attempt was carried out. */
  | { kind: 'refused'; refusal: ActionRefusal }
  /** The session is over; the fate of earlier attempts is unknown. */
  | { kind: 'session' }
  /** It may have been carried out. A retry with the same key will tell. */
  | { kind: 'unsure'; retryAfterSeconds?: number | undefined };

/**
 * What a failed attempt says about the action. The provider checks the session and the rate limit before the key, so those errors concern
 * only this attempt and settle nothing if there was an earlier one.
 */
function judgeFailure(error: unknown, isFirstTry: boolean): Verdict {
  if (!(error instanceof ApiError) || error.code === 'UNKNOWN_ERROR') return { kind: 'unsure' };
  const { code, status, message, detail, requestId, retryAfterSeconds } = error;
  const refused: Verdict = { kind: 'refused', refusal: { code, message, detail, requestId, retryAfterSeconds } };
  if (isSessionError(status)) return isFirstTry ? refused : { kind: 'session' };
  if (status === 429) return isFirstTry ? refused : { kind: 'unsure', retryAfterSeconds };
  // The chain is queried before anything is written, and a stored response is returned before either.
  return status >= 500 && code !== 'CHAIN_UNAVAILABLE' ? { kind: 'unsure', retryAfterSeconds } : refused;
}

/** Setting back the device's clock makes an old key look young, so a start in the future counts as too old. */
function ageMs(startedAtMs: number, clock: Clock): number {
  const age = clock().getTime() - startedAtMs;
  return age < -60_000 ? Number.POSITIVE_INFINITY : age;
}

import type { Attention } from '../api/client.ts';
import type { ActionContext } from './action-context.ts';
import type { UnsureState } from './action-state.ts';
import { judgeFailure } from './judge-failure.ts';
import { dropPending, type PendingAction } from './pending-actions.ts';
import type { ActionEvent } from './reduce-action.ts';
import { ageMs, RETRY_WITHOUT_CONSENT_MS, KEY_LIFE_MS } from './retry-limits.ts';

export interface Delivery {
  isFirstTry?: boolean;
  isEarlier?: boolean;
  /** For the first request only; retries aren't caused by a click. */
  attention?: Attention;
}

const LONGEST_PAUSE_MS = 30_000;

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
  Extract<ActionEvent<Order, Data>, { type: 'DONE' | 'REFUSED' }> | { type: 'UNSURE'; waitsFor: 'answer' | 'session'; pauseMs: number };

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

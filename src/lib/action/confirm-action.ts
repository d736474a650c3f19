import { ApiError, NetworkError } from '../api/api-error.ts';
import { WalletError } from '../chain/wallets/wallet-error.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionProblem } from './action-state.ts';
import { deliverAction, resumeAction } from './deliver-action.ts';
import type { PendingAction } from './pending-actions.ts';
import { TermsChanged } from './terms-changed.ts';

/** Composes, stores and sends what is being reviewed, once. */
export async function confirmAction<Order, Body, Data>(context: ActionContext<Order, Body, Data>): Promise<void> {
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

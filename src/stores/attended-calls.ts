import { atom } from 'nanostores';
import { NetworkError } from '../lib/api/api-error.ts';
import type { Attend, AttendedCall } from '../lib/api/client.ts';

/** A call that a person started and waits for. */
export interface OpenCall extends Pick<AttendedCall, 'method' | 'path' | 'movesValue'> {
  id: number;
  /** Undefined where nothing can be called off any more: an order that was sent may be carried out. */
  cancel: (() => void) | undefined;
}

/** A call that a person started and that failed. */
export interface CallFailure extends Pick<AttendedCall, 'method' | 'movesValue'> {
  error: unknown;
}

/** The oldest first. The shell covers the page while there is one. */
export const $openCalls = atom<readonly OpenCall[]>([]);

/** The last failure that nobody was told of yet; the shell takes it. */
export const $callFailure = atom<CallFailure | null>(null);

let lastId = 0;

/** Runs a call and lets the shell know of it, as far as a person started it. */
export const attend: Attend = async (call, send) => {
  if (call.attention === 'none') return send(call.signal);
  const { method, path, movesValue } = call;
  const cancelled = new AbortController();
  const id = ++lastId;
  const cancel = movesValue ? undefined : (): void => cancelled.abort();
  if (call.attention === 'full') $openCalls.set([...$openCalls.get(), { id, method, path, movesValue, cancel }]);
  try {
    return await send(call.signal ? AbortSignal.any([call.signal, cancelled.signal]) : cancelled.signal);
  } catch (error) {
    tellFailure({ method, movesValue, error });
    throw error;
  } finally {
    $openCalls.set($openCalls.get().filter((open) => open.id !== id));
  }
};

/** What the person called off needs no telling. */
export function tellFailure(failure: CallFailure): void {
  if (failure.error instanceof NetworkError && failure.error.code === 'ABORTED') return;
  $callFailure.set(failure);
}

import { atom } from 'nanostores';
import { NetworkError } from '../lib/api/api-error.ts';
import type { Attend, AttendedCall } from '../lib/api/client.ts';

/** A pending call that a person started. */
export interface OpenCall extends Pick<AttendedCall, 'method' | 'path' | 'movesValue'> {
  id: number;
  /** Undefined if it can't be cancelled any more: an order that was sent may be carried out. */
  cancel: (() => void) | undefined;
}

/** A failed call that a person started. */
export interface CallFailure extends Pick<AttendedCall, 'method' | 'movesValue'> {
  error: unknown;
}

/** Oldest first. While there are any, the shell covers the page. */
export const $openCalls = atom<readonly OpenCall[]>([]);

/** The last failure not reported yet; the shell takes it. */
export const $callFailure = atom<CallFailure | null>(null);

let lastId = 0;

/** Runs a call and lets the shell know about it if a person started it. */
export const attend: Attend = async (call, send) => {
  if (call.attention === 'none') return send(call.signal);
  const { method, path, movesValue } = call;
  const cancelled = new AbortController();
  // Not by AbortSignal.any, which Safari has had since 17.4 only.
  if (call.signal?.aborted === true) cancelled.abort();
  call.signal?.addEventListener('abort', () => cancelled.abort(), { once: true });
  const id = ++lastId;
  const cancel = movesValue ? undefined : (): void => cancelled.abort();
  if (call.attention === 'full') $openCalls.set([...$openCalls.get(), { id, method, path, movesValue, cancel }]);
  try {
    return await send(cancelled.signal);
  } catch (error) {
    tellFailure({ method, movesValue, error });
    throw error;
  } finally {
    $openCalls.set($openCalls.get().filter((open) => open.id !== id));
  }
};

/** Ignores calls the person cancelled. */
export function tellFailure(failure: CallFailure): void {
  if (failure.error instanceof NetworkError && failure.error.code === 'ABORTED') return;
  $callFailure.set(failure);
}

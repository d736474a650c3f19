import type { ReadableAtom } from 'nanostores';
import { useCallback, useSyncExternalStore } from 'react';
import { ApiError, NetworkError } from '../../lib/api/api-error.ts';
import type { ServerState } from '../../stores/server-state.ts';

const LOADING: ServerState<never> = { loading: true };

/** A provider response. During hydration it is "loading", to match the server's markup, even if this device has a cached response. */
export function useServerState<Data>($store: ReadableAtom<ServerState<Data>>): ServerState<Data> {
  const subscribe = useCallback((changed: () => void) => $store.listen(changed), [$store]);
  return useSyncExternalStore(
    subscribe,
    () => $store.get(),
    () => LOADING,
  );
}

/** What a section of a page shows. `stale` is set if the data couldn't be refreshed. */
export type SectionState<Data> =
  | { kind: 'loading' }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'ready'; data: Data; stale: Failure | null };

export interface Failure {
  kind: 'refused' | 'unreachable';
  /** In the member's language, from the provider; empty if it couldn't be reached. */
  message: string;
  requestId: string | null;
}

/** A failed refresh keeps the old data, marked as stale; a failure without data is a failure. */
export function useSection<Data>($store: ReadableAtom<ServerState<Data>>): SectionState<Data> {
  const { data, error } = useServerState($store);
  const failure = error === undefined || error === null ? null : failureOf(error);
  if (data !== undefined) return { kind: 'ready', data, stale: failure };
  return failure ? { kind: 'failed', failure } : { kind: 'loading' };
}

function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return { kind: 'refused', message: error.message, requestId: error.requestId ?? null };
  if (error instanceof NetworkError) return { kind: 'unreachable', message: '', requestId: null };
  return { kind: 'refused', message: '', requestId: null };
}

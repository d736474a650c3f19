import type { ReadableAtom } from 'nanostores';
import { useCallback, useSyncExternalStore } from 'react';
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

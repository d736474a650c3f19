import type { ReadableAtom } from 'nanostores';
import { useCallback, useSyncExternalStore } from 'react';
import type { ServerState } from '../../stores/server-state.ts';

const LOADING: ServerState<never> = { loading: true };

/** An answer of the provider. While hydrating it is "loading", as the server drew it, whatever this device has kept. */
export function useServerState<Data>($store: ReadableAtom<ServerState<Data>>): ServerState<Data> {
  const subscribe = useCallback((changed: () => void) => $store.listen(changed), [$store]);
  return useSyncExternalStore(
    subscribe,
    () => $store.get(),
    () => LOADING,
  );
}

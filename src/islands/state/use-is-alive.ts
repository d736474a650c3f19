import { useSyncExternalStore } from 'react';

const neverChanges = (): (() => void) => () => undefined;

/**
 * Whether the island is hydrated. Until then its fields take nothing: React knows nothing of what is typed or chosen in the server's markup, and a form
 * that is submitted there loads the page anew.
 */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

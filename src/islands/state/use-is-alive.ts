import { useSyncExternalStore } from 'react';

const neverChanges = (): (() => void) => () => undefined;

/**
 * Whether the island is hydrated. Until then its fields must not accept input: React doesn't see what is typed into or chosen in the
 * server's markup, and submitting a form there reloads the page.
 */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';

/** A store's value. During hydration it is the first one, to match the server's markup. */
export function useShown<Value>($store: ReadableAtom<Value>): Value {
  return useStore($store, { ssr: 'initial' });
}

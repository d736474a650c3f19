import { computed, type ReadableAtom } from 'nanostores';
import type { ServerState } from './server-state.ts';

/** One part of an answer as a store of its own, loading and failing with the whole. */
export function answerPart<Data, Part extends keyof Data>(
  $answer: ReadableAtom<ServerState<Data>>,
  part: Part,
): ReadableAtom<ServerState<Data[Part]>> {
  return computed($answer, ({ data, error, loading }) => ({ data: data?.[part], error, loading }));
}

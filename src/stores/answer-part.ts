import { computed, type ReadableAtom } from 'nanostores';
import type { ServerState } from './server-state.ts';

/** A store for one part of a response, which loads and fails with the whole. */
export function answerPart<Data, Part extends keyof Data>(
  $answer: ReadableAtom<ServerState<Data>>,
  part: Part,
): ReadableAtom<ServerState<Data[Part]>> {
  return computed($answer, ({ data, error, loading }) => ({ data: data?.[part], error, loading }));
}

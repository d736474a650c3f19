import { computed, type ReadableAtom } from 'nanostores';
import type { ServerState } from './server-state.ts';

/** A store for one part of a response, or what is made of it, which loads and fails with the whole. */
export function answerPart<Data, Part>(
  $answer: ReadableAtom<ServerState<Data>>,
  pick: (data: Data) => Part,
): ReadableAtom<ServerState<Part>> {
  return computed($answer, ({ data, error, loading }) => ({ data: data === undefined ? undefined : pick(data), error, loading }));
}

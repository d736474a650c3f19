import { ApiError, NetworkError } from '../../lib/api/api-error.ts';
import type { ServerState } from '../../stores/server-state.ts';

/** What a section of a page shows. `stale` is data that could not be brought up to date. */
export type SectionState<Data> =
  { kind: 'loading' } | { kind: 'failed'; failure: Failure } | { kind: 'ready'; data: Data; stale: Failure | null };

export interface Failure {
  kind: 'refused' | 'unreachable';
  /** In the person's language, from the provider; empty when it could not be reached. */
  message: string;
  requestId: string | null;
}

/** Old figures are better than none, and are said to be old; a failure without figures is told as one. */
export function sectionState<Data>({ data, error }: ServerState<Data>): SectionState<Data> {
  const failure = error === undefined || error === null ? null : failureOf(error);
  if (data !== undefined) return { kind: 'ready', data, stale: failure };
  return failure ? { kind: 'failed', failure } : { kind: 'loading' };
}

function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return { kind: 'refused', message: error.message, requestId: error.requestId ?? null };
  if (error instanceof NetworkError) return { kind: 'unreachable', message: '', requestId: null };
  return { kind: 'refused', message: '', requestId: null };
}

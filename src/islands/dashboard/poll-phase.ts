import type { Poll } from '../../lib/api/contract/dashboard.ts';

/** A poll takes votes from `opensAt`, included, to `endsAt`, not included. */
export function pollPhase({ opensAt, endsAt }: Pick<Poll, 'opensAt' | 'endsAt'>, nowMs: number): 'coming' | 'open' | 'closed' {
  if (nowMs < Date.parse(opensAt)) return 'coming';
  return nowMs < Date.parse(endsAt) ? 'open' : 'closed';
}

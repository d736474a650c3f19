import type { Poll } from '../../lib/api/contract/dashboard.ts';

/** A poll accepts votes from `opensAt` (inclusive) to `endsAt` (exclusive). */
export function pollPhase({ opensAt, endsAt }: Pick<Poll, 'opensAt' | 'endsAt'>, nowMs: number): 'coming' | 'open' | 'closed' {
  if (nowMs < Date.parse(opensAt)) return 'coming';
  return nowMs < Date.parse(endsAt) ? 'open' : 'closed';
}

import { accruedRoi, maturesAtMs, type StakingFacts } from '../staking-accrual.ts';

/** Moments, in milliseconds since 1970, the last one included. */
export interface MomentSpan {
  fromMs: bigint;
  /** Null where it has no end: what has matured stays as it is. */
  untilMs: bigint | null;
}

/**
 * When a stake had earned what an answer says: the provider's clock, read off the figures themselves, to the second. Null when it
 * never did, which means that the facts are not the ones the provider reckons by.
 */
export function momentsOfAccrual(facts: StakingFacts, accruedBaseUnits: bigint): MomentSpan | null {
  const beganAtMs = facts.startedAtMs;
  const endsAtMs = maturesAtMs(facts);
  if (accruedBaseUnits > accruedRoi(facts, endsAtMs)) return null;
  const fromMs = firstMoment(beganAtMs, endsAtMs, (atMs) => accruedRoi(facts, atMs) >= accruedBaseUnits);
  if (accruedRoi(facts, fromMs) !== accruedBaseUnits) return null;
  if (accruedRoi(facts, endsAtMs) === accruedBaseUnits) return { fromMs, untilMs: null };
  return { fromMs, untilMs: firstMoment(fromMs, endsAtMs, (atMs) => accruedRoi(facts, atMs) > accruedBaseUnits) - 1n };
}

/** The first moment from which on something holds; it holds at the last one. */
function firstMoment(fromMs: bigint, untilMs: bigint, holds: (atMs: bigint) => boolean): bigint {
  let [low, high] = [fromMs, untilMs];
  while (low < high) {
    const middle = (low + high) / 2n;
    if (holds(middle)) high = middle;
    else low = middle + 1n;
  }
  return low;
}

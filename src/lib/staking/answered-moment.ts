import { accruedRoi, maturesAtMs, type StakingFacts } from '../staking-accrual.ts';

/** Moments in milliseconds since 1970; the end is inclusive. */
export interface MomentSpan {
  fromMs: bigint;
  /** Null if it has no end: what has matured no longer changes. */
  untilMs: bigint | null;
}

/**
 * When a stake had earned the reported amount: infers the provider's clock from the figures, to the second. Null if it never did, which
 * means that the provider uses other facts.
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

/** The first moment at which `holds` is true. It must be true at `untilMs` and never turn false again. */
function firstMoment(fromMs: bigint, untilMs: bigint, holds: (atMs: bigint) => boolean): bigint {
  let [low, high] = [fromMs, untilMs];
  while (low < high) {
    const middle = (low + high) / 2n;
    if (holds(middle)) high = middle;
    else low = middle + 1n;
  }
  return low;
}

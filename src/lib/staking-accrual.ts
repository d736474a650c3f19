import { BASIS_POINTS } from './basis-points.ts';

/** The facts that determine a stake's return. Times are integer milliseconds since 1970, rates basis points per year of 365 days. */
export interface StakingFacts {
  amountBaseUnits: bigint;
  /** Includes the tier's multiplier but not turbo. See `stakedRate`. */
  rate: bigint;
  days: bigint;
  startedAtMs: bigint;
  charges: readonly TurboFacts[];
}

/** A turbo charge. It ends no later than the stake matures. */
export interface TurboFacts {
  /** The boost of all its units together. */
  boost: bigint;
  startedAtMs: bigint;
  endsAtMs: bigint;
}

const DAY_SECONDS = 86_400n;
const DAY_MS = DAY_SECONDS * 1_000n;
const ONE_RATE = BASIS_POINTS;
const RATE_SECONDS_A_YEAR = ONE_RATE * 365n * DAY_SECONDS;

/**
 * What a stake has earned by a moment, claimed or not:
 *
 *     floor(amount × (rate × seconds + Σ boost × seconds of that charge) ÷ (10,000 × 365 × 86,400))
 *
 * Seconds are whole ones since the stake, or the charge, began, and end with it. Rates are summed over all seconds before the one division, which is
 * the only rounding: so the total neither depends on how often it is read or claimed, nor on when a charge was added.
 */
export function accruedRoi(facts: StakingFacts, atMs: bigint): bigint {
  const staked = facts.rate * secondsWithin(facts.startedAtMs, maturesAtMs(facts), atMs);
  const charged = facts.charges.reduce(
    (sum, { boost, startedAtMs, endsAtMs }) => sum + boost * secondsWithin(startedAtMs, endsAtMs, atMs),
    0n,
  );
  return (facts.amountBaseUnits * (staked + charged)) / RATE_SECONDS_A_YEAR;
}

/** The total return if no more turbo is charged: the amount to reserve. */
export function greatestRoi(facts: StakingFacts): bigint {
  return accruedRoi(facts, maturesAtMs(facts));
}

/** The rate at a moment, including active turbo. Doesn't consider maturity. */
export function effectiveRate({ rate, charges }: Pick<StakingFacts, 'rate' | 'charges'>, atMs: bigint): bigint {
  return charges.reduce((sum, charge) => (isCharged(charge, atMs) ? sum + charge.boost : sum), rate);
}

/** The period's rate times the tier's multiplier, rounded down to whole basis points, so that the shown rate is the one that is earned. */
export function stakedRate(apr: bigint, multiplier: bigint): bigint {
  return (apr * multiplier) / ONE_RATE;
}

export function maturesAtMs({ startedAtMs, days }: Pick<StakingFacts, 'startedAtMs' | 'days'>): bigint {
  return startedAtMs + days * DAY_MS;
}

export function isCharged({ startedAtMs, endsAtMs }: Omit<TurboFacts, 'boost'>, atMs: bigint): boolean {
  return startedAtMs <= atMs && atMs < endsAtMs;
}

function secondsWithin(beganAtMs: bigint, endsAtMs: bigint, atMs: bigint): bigint {
  const untilMs = atMs < endsAtMs ? atMs : endsAtMs;
  return untilMs > beganAtMs ? (untilMs - beganAtMs) / 1_000n : 0n;
}

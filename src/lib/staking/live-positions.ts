import { fromDecimalString } from '../amount.ts';
import { BASIS_POINTS } from '../basis-points.ts';
import { accruedRoi, effectiveRate, isCharged, maturesAtMs, type StakingFacts } from '../staking-accrual.ts';
import type { StakingPosition, TurboCharge } from './choose-tier.ts';

/** Positions and charges received together. */
export interface HeldAnswer {
  content: readonly StakingPosition[];
  charges: readonly TurboCharge[];
  /** When the response arrived, by this device's clock. */
  receivedAtMs: number;
}

export interface LivePosition {
  position: StakingPosition;
  /** Null if the two lists don't match; the figures then stay as received. */
  facts: StakingFacts | null;
  /** The position's own charges, including ended ones. */
  charges: readonly TurboCharge[];
}

export interface LiveStaking {
  positions: readonly LivePosition[];
  /**
   * The provider's clock minus this device's, in milliseconds, never overestimated, so that no figure exceeds what a claim pays, however
   * wrong the device's clock is. May be too small by a second plus the response's travel time.
   */
  clockOffsetMs: number;
}

export interface LiveFigures {
  accruedBaseUnits: bigint;
  claimableBaseUnits: bigint;
  /** Basis points per year, including active turbo. */
  effectiveApr: number;
  turboUnits: number;
  hasMatured: boolean;
  /** Whole days left, rounded up. */
  daysLeft: number;
  /** Elapsed share of the term, in basis points. */
  elapsedShare: number;
}

const DAY_MS = 86_400_000n;

/**
 * Makes a response live: from then on each position's return follows from its rate and the time, to the last unit as the provider pays it.
 */
export function liveStaking({ content, charges, receivedAtMs }: HeldAnswer): LiveStaking {
  const read = content.map((position) => {
    const facts = position.status === 'WITHDRAWN' ? null : stakeFacts(position, charges);
    const span = facts && momentsOfAccrual(facts, fromDecimalString(position.accruedRoi));
    const own = charges.filter(({ stakingId }) => stakingId === position.id);
    return { live: { position, facts: span && facts, charges: own }, fromMs: span?.fromMs ?? 0n };
  });
  // Each position gives an earliest time for the response; the latest of them is the best estimate.
  const earliest = read.reduce((latest, { fromMs }) => (fromMs > latest ? fromMs : latest), 0n);
  return {
    positions: read.map(({ live }) => live),
    clockOffsetMs: earliest === 0n ? 0 : Number(earliest) - receivedAtMs,
  };
}

export function isMatured({ status, maturesAt }: Pick<StakingPosition, 'status' | 'maturesAt'>, atMs: bigint): boolean {
  return status !== 'ACTIVE' || atMs >= millisecondsOf(maturesAt);
}

/** A position's figures at a moment of the provider's clock. */
export function liveFigures(live: LivePosition, atMs: bigint): LiveFigures {
  const { position, facts } = live;
  const claimed = fromDecimalString(position.claimedRoi);
  const reckoned = facts === null ? fromDecimalString(position.accruedRoi) : accruedRoi(facts, atMs);
  // As at the provider: never less than was claimed.
  const accruedBaseUnits = reckoned > claimed ? reckoned : claimed;
  const term = millisecondsOf(position.maturesAt) - millisecondsOf(position.startedAt);
  const hasMatured = isMatured(position, atMs);
  const leftMs = hasMatured ? 0n : millisecondsOf(position.maturesAt) - atMs;
  return {
    accruedBaseUnits,
    claimableBaseUnits: accruedBaseUnits - claimed,
    effectiveApr: facts === null ? position.effectiveApr : Number(effectiveRate(facts, atMs)),
    turboUnits: facts === null ? position.turboUnits : activeUnits(live, atMs),
    hasMatured,
    daysLeft: Number((leftMs + DAY_MS - 1n) / DAY_MS),
    elapsedShare: leftMs > term ? 0 : Number(((term - leftMs) * BASIS_POINTS) / term),
  };
}

/** Number of turbo units active at a moment. */
function activeUnits({ charges }: LivePosition, atMs: bigint): number {
  return charges
    .filter(({ startedAt, endsAt }) => isCharged({ startedAtMs: millisecondsOf(startedAt), endsAtMs: millisecondsOf(endsAt) }, atMs))
    .reduce((sum, { units }) => sum + units, 0);
}

export interface LiveTotals {
  stakedBaseUnits: bigint;
  accruedBaseUnits: bigint;
  claimableBaseUnits: bigint;
}

export function liveTotals(positions: readonly LivePosition[], atMs: bigint): LiveTotals {
  return positions.reduce<LiveTotals>(
    (sum, live) => {
      const { accruedBaseUnits, claimableBaseUnits } = liveFigures(live, atMs);
      return {
        stakedBaseUnits: sum.stakedBaseUnits + fromDecimalString(live.position.amount),
        accruedBaseUnits: sum.accruedBaseUnits + accruedBaseUnits,
        claimableBaseUnits: sum.claimableBaseUnits + claimableBaseUnits,
      };
    },
    { stakedBaseUnits: 0n, accruedBaseUnits: 0n, claimableBaseUnits: 0n },
  );
}

/** Moments in milliseconds since 1970; the end is inclusive. */
interface MomentSpan {
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

/**
 * What determines a position's return, from the provider's two lists. Null if they don't match: they are separate responses, and a charge
 * may have started or ended in between.
 *
 * The rate is what the position earns without turbo. It isn't taken from the list of tiers, which holds for new stakes.
 */
export function stakeFacts(position: StakingPosition, charges: readonly TurboCharge[]): StakingFacts | null {
  const own = charges.filter(({ stakingId }) => stakingId === position.id);
  const active = own.filter(({ status }) => status === 'ACTIVE');
  if (active.reduce((sum, { units }) => sum + units, 0) !== position.turboUnits) return null;
  return {
    amountBaseUnits: fromDecimalString(position.amount),
    rate: BigInt(position.effectiveApr - active.reduce((sum, { boost }) => sum + boost, 0)),
    days: BigInt(position.days),
    startedAtMs: millisecondsOf(position.startedAt),
    charges: own.map(({ boost, startedAt, endsAt }) => ({
      boost: BigInt(boost),
      startedAtMs: millisecondsOf(startedAt),
      endsAtMs: millisecondsOf(endsAt),
    })),
  };
}

export function millisecondsOf(iso: string): bigint {
  return BigInt(new Date(iso).getTime());
}
